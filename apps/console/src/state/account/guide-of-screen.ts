/** The first match counts. */
const GUIDES: readonly (readonly [RegExp, string])[] = [
  [/^\/home$/, 'first-project'],
  [/^\/people$/, 'accounts-and-mail'],
  [/^\/deleted-projects$/, 'delete-and-restore-a-project'],
  [/^\/two-factor$/, 'reauthentication'],
  [/^\/device$/, 'command-line'],
  [/^\/project\/[^/]+\/data$/, 'tables-and-fields'],
  [/^\/project\/[^/]+\/sql$/, 'sql'],
  [/^\/project\/[^/]+\/workflow$/, 'workflow-and-run-lists'],
  [/^\/project\/[^/]+\/workflow\//, 'workflow-editor'],
  [/^\/project\/[^/]+\/settings$/, 'production-access'],
]

/** The address of the page that explains a screen, or of the documentation's first page. */
export function guideOfScreen(path: string): string {
  const found = GUIDES.find(([screen]) => screen.test(path))
  return found ? `/docs/guide/${found[1]}` : '/docs/'
}
