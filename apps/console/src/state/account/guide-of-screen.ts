import type { SettingsSection } from '../settings-sections.ts'

/** The first match counts. */
const GUIDES: readonly (readonly [RegExp, string])[] = [
  [/^\/home$/, 'first-project'],
  [/^\/people$/, 'accounts-and-mail'],
  [/^\/deleted-projects$/, 'delete-and-restore-a-project'],
  [/^\/two-factor$/, 'reauthentication'],
  [/^\/device$/, 'command-line'],
  [/^\/project\/[^/]+\/data$/, 'tables-and-fields'],
  [/^\/project\/[^/]+\/sql$/, 'sql'],
  [/^\/project\/[^/]+\/users$/, 'users'],
  [/^\/project\/[^/]+\/workflow$/, 'workflow-and-run-lists'],
  [/^\/project\/[^/]+\/workflow\//, 'workflow-editor'],
]

const SETTINGS = /^\/project\/[^/]+\/settings$/
const SECTION_GUIDES: Readonly<Record<SettingsSection, string>> = {
  members: 'members-and-roles',
  domains: 'domains',
  users: 'app-sign-in',
  constants: 'environments',
  profile: 'reauthentication',
  audit: 'retention',
  api: 'openapi',
  keys: 'api-keys',
  backups: 'backups-and-export',
  requests: 'request-log',
  usage: 'budgets',
  general: 'stop-a-project',
}

interface Screen {
  pathname: string
  /** The query of the address. */
  search: string
}

/** The address of the page that explains a screen, or of the documentation's first page. */
export function guideOfScreen({ pathname, search }: Screen): string {
  if (SETTINGS.test(pathname)) {
    const section = new URLSearchParams(search).get('section') as SettingsSection
    return `/docs/guide/${SECTION_GUIDES[section] ?? 'members-and-roles'}`
  }
  const found = GUIDES.find(([screen]) => screen.test(pathname))
  return found ? `/docs/guide/${found[1]}` : '/docs/'
}
