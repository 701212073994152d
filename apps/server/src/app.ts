import { getDevUser } from './auth/get-dev-user.ts'
import { getMe } from './auth/get-me.ts'
import { requestPasswordReset } from './auth/request-password-reset.ts'
import { resetPassword } from './auth/reset-password.ts'
import { signIn } from './auth/sign-in.ts'
import { signOut } from './auth/sign-out.ts'
import type { ProcessRole } from './env.ts'
import { getLiveness } from './health/get-liveness.ts'
import { getOpenapi } from './health/get-openapi.ts'
import { getReadiness } from './health/get-readiness.ts'
import type { Route } from './http/route.ts'
import { createProject } from './project/create-project.ts'
import { deleteProject } from './project/delete-project.ts'
import { getProject } from './project/get-project.ts'
import { listEnvironments } from './project/list-environments.ts'
import { listProjects } from './project/list-projects.ts'
import { listRegions } from './project/list-regions.ts'
import { runMigration } from './project/run-migration.ts'
import { saveConfiguration } from './project/save-configuration.ts'

/** Every call that this build answers. */
export const routes: readonly Route[] = [
  getLiveness,
  getReadiness,
  getOpenapi,

  signIn,
  getMe,
  getDevUser,
  signOut,
  requestPasswordReset,
  resetPassword,

  listProjects,
  createProject,
  runMigration,
  listRegions,
  getProject,
  deleteProject,
  saveConfiguration,
  listEnvironments,
]

/** The calls a process answers in its roles; every process tells about its own health. */
export function routesOf(roles: ReadonlySet<ProcessRole>): readonly Route[] {
  return routes.filter(({ endpoint: { path, access } }) => {
    if (path.startsWith('/health/')) return true
    return roles.has(access === 'rules' ? 'data' : 'api')
  })
}
