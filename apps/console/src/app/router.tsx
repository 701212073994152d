import type { ComponentType } from 'react'
import { createBrowserRouter, type LazyRouteFunction, type RouteObject } from 'react-router'
import { AppSkeleton } from './app-skeleton.tsx'
import { loadChunk } from './chunk-load-error.ts'
import { RootLayout } from './root-layout.tsx'
import { RouteError } from './route-error.tsx'

function screen(load: () => Promise<ComponentType>): LazyRouteFunction<RouteObject> {
  return async () => ({ Component: await loadChunk(load) })
}

const signIn = screen(
  async () => (await import('../features/sign-in/sign-in-screen.tsx')).SignInScreen,
)
const signUp = screen(
  async () => (await import('../features/sign-up/sign-up-screen.tsx')).SignUpScreen,
)
const ssoCallback = screen(
  async () => (await import('../features/sso-callback/sso-callback-screen.tsx')).SsoCallbackScreen,
)
const oauthCallback = screen(
  async () =>
    (await import('../features/oauth-callback/oauth-callback-screen.tsx')).OauthCallbackScreen,
)
const forgotPassword = screen(
  async () =>
    (await import('../features/forgot-password/forgot-password-screen.tsx')).ForgotPasswordScreen,
)
const invitation = screen(
  async () => (await import('../features/invitation/invitation-screen.tsx')).InvitationScreen,
)
const approvalLink = screen(
  async () =>
    (await import('../features/approval-link/approval-link-screen.tsx')).ApprovalLinkScreen,
)
const userSignIn = screen(
  async () => (await import('../features/user-sign-in/user-sign-in-screen.tsx')).UserSignInScreen,
)
const userLink = screen(
  async () => (await import('../features/user-link/user-link-screen.tsx')).UserLinkScreen,
)
const twoFactor = screen(
  async () => (await import('../features/two-factor/two-factor-screen.tsx')).TwoFactorScreen,
)
const people = screen(
  async () => (await import('../features/people/people-screen.tsx')).PeopleScreen,
)
const deletedProjects = screen(
  async () =>
    (await import('../features/deleted-projects/deleted-projects-screen.tsx'))
      .DeletedProjectsScreen,
)
const device = screen(
  async () => (await import('../features/device/device-screen.tsx')).DeviceScreen,
)
const guardedLayout = screen(async () => (await import('./guarded-layout.tsx')).GuardedLayout)
const projectList = screen(
  async () => (await import('../features/project-list/project-list-screen.tsx')).ProjectListScreen,
)
const projectShell = screen(
  async () => (await import('../features/project-shell/project-shell.tsx')).ProjectShell,
)
const sectionRedirect = screen(
  async () => (await import('../features/project-shell/section-redirect.tsx')).SectionRedirect,
)
const data = screen(async () => (await import('./data/data-screen.tsx')).DataScreen)
const uiPlaceholder = screen(
  async () =>
    (await import('../features/ui-placeholder/ui-placeholder-screen.tsx')).UiPlaceholderScreen,
)
const sql = screen(async () => (await import('../features/sql/sql-screen.tsx')).SqlScreen)
const workflowList = screen(
  async () =>
    (await import('../features/workflow-list/workflow-list-screen.tsx')).WorkflowListScreen,
)
const workflowEditor = screen(
  async () => (await import('./workflow-editor-route.tsx')).WorkflowEditorRoute,
)
const run = screen(
  async () => (await import('../features/workflow-editor/run-page/run-screen.tsx')).RunScreen,
)
const users = screen(
  async () => (await import('../features/app-users/users-screen.tsx')).UsersScreen,
)
const settings = screen(
  async () => (await import('../features/settings/settings-screen.tsx')).SettingsScreen,
)
const uploadImage = screen(
  async () => (await import('../features/upload-image/upload-image-screen.tsx')).UploadImageScreen,
)

const blank = <div />
const skeleton = <AppSkeleton />

/** All routes of the console. */
export const router = createBrowserRouter([
  {
    element: <RootLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: blank,
    children: [
      { path: '/', lazy: signIn },
      { path: '/signup', lazy: signUp },
      { path: '/sso/callback', lazy: ssoCallback },
      { path: '/oauth/callback/:client', lazy: oauthCallback },
      { path: '/forgot-password', lazy: forgotPassword },
      { path: '/invitation', lazy: invitation },
      { path: '/approval', lazy: approvalLink },
      { path: '/user-link', lazy: userLink },
      { path: '/user-sign-in/:environmentId/:tableId/:name', lazy: userSignIn },
      { path: '/uploadimage', lazy: uploadImage },
      {
        lazy: guardedLayout,
        hydrateFallbackElement: skeleton,
        children: [
          { path: '/home', lazy: projectList },
          { path: '/people', lazy: people },
          { path: '/deleted-projects', lazy: deletedProjects },
          { path: '/two-factor', lazy: twoFactor },
          { path: '/device', lazy: device },
          {
            path: '/project/:projectId',
            lazy: projectShell,
            children: [
              { index: true, lazy: sectionRedirect },
              { path: 'data', lazy: data },
              { path: 'ui', lazy: uiPlaceholder },
              { path: 'workflow', lazy: workflowList },
              { path: 'workflow/edit/:workflowId?', lazy: workflowEditor },
              { path: 'workflow/run/:runId', lazy: run },
              { path: 'sql', lazy: sql },
              { path: 'users', lazy: users },
              { path: 'settings', lazy: settings },
            ],
          },
        ],
      },
    ],
  },
])
