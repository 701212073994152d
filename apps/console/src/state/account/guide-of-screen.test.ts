import { describe, expect, test } from 'vitest'
import { PAGES } from '../../../../../docs/site/.vitepress/pages.ts'
import { guideOfScreen } from './guide-of-screen.ts'

const guideOf = (address: string) => guideOfScreen(new URL(address, 'http://plinth.test'))
const LISTED = PAGES.map(({ link }) => `/docs${link}`)

describe('the documentation of a screen', () => {
  test.each([
    ['/home', 'first-project'],
    ['/people', 'accounts-and-mail'],
    ['/deleted-projects', 'delete-and-restore-a-project'],
    ['/two-factor', 'reauthentication'],
    ['/device', 'command-line'],
    ['/project/prj_1/data', 'tables-and-fields'],
    ['/project/prj_1/sql', 'sql'],
    ['/project/prj_1/users?table=people', 'users'],
    ['/project/prj_1/workflow', 'workflow-and-run-lists'],
    ['/project/prj_1/workflow/edit/wf_1', 'workflow-editor'],
    ['/project/prj_1/workflow/run/run_1', 'workflow-editor'],
    ['/project/prj_1/settings', 'members-and-roles'],
    ['/project/prj_1/settings?section=members', 'members-and-roles'],
    ['/project/prj_1/settings?section=domains', 'domains'],
    ['/project/prj_1/settings?section=users', 'app-sign-in'],
    ['/project/prj_1/settings?section=constants', 'environments'],
    ['/project/prj_1/settings?section=profile', 'reauthentication'],
    ['/project/prj_1/settings?section=audit', 'retention'],
    ['/project/prj_1/settings?section=requests', 'request-log'],
    ['/project/prj_1/settings?section=api', 'openapi'],
    ['/project/prj_1/settings?section=keys', 'api-keys'],
    ['/project/prj_1/settings?section=backups', 'backups-and-export'],
    ['/project/prj_1/settings?section=usage', 'budgets'],
    ['/project/prj_1/settings?section=general', 'stop-a-project'],
    ['/project/prj_1/settings?section=nonsense', 'members-and-roles'],
  ])('of %s is a listed page', (path, page) => {
    expect(guideOf(path)).toBe(`/docs/guide/${page}`)
    expect(LISTED).toContain(`/docs/guide/${page}`)
  })

  test.each(['/nowhere', '/project/prj_1/ui', '/homes'])('of %s is the first page', (path) => {
    expect(guideOf(path)).toBe('/docs/')
  })
})
