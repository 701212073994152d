/** Tags of paths whose first segment is not the name of their area. */
const AREA_OF: Record<string, string> = {
  orgUsers: 'member',
  user: 'member',
  configuration: 'project',
  region: 'project',
  origins: 'domain',
  explain: 'data',
  live: 'data',
  openapi: 'data',
  types: 'data',
  imgupload: 'file',
  imgdownloadurl: 'file',
  health: 'platform',
  'openapi.json': 'platform',
}

const DESCRIPTIONS: Record<string, string> = {
  access: 'Who may read production.',
  approval: 'Decisions that runs wait for.',
  audit: 'The audit trail.',
  auth: 'Accounts: sign-in, sessions, two-factor authentication; users of apps.',
  availability: 'Stopping and opening a project.',
  backup: 'Backups and restores of a project.',
  budget: 'Limits for what projects use.',
  constant: 'Named values of an environment for rules and workflows.',
  credential: 'Access data of external services for workflows.',
  data: 'Rows: list, read, create, change, delete, import, export.',
  database: 'Sync, deploy, undo and the trash of dropped tables and fields.',
  domain: 'Host names of an environment and the origins that may call it.',
  environment: 'Dev and production.',
  file: 'Uploads and links of files in rows.',
  key: 'API keys of programs.',
  member: 'Members of a project and users of the organisation.',
  platform: 'Health, and this document.',
  preferences: 'Views of tables per person.',
  project: 'Projects and their configuration.',
  requests: 'The log of requests to the data API.',
  run: 'Runs of workflows.',
  sso: 'Sign-in of staff with an identity provider.',
  staff: 'Accounts of the organisation.',
  usage: 'What a project uses.',
  workflow: 'Workflows, their versions and triggers.',
}

export function areaOf(path: string): string {
  const inProject = /^\/api\/project\/\{projectId\}\/([^/]+)/.exec(path)?.[1]
  const word = inProject ?? /^\/(?:api\/)?([^/]+)/.exec(path)?.[1] ?? ''
  return AREA_OF[word] ?? word
}

/** The tags of a document, each with a description. */
export function tagsOf(paths: readonly string[]): { name: string; description: string }[] {
  const names = [...new Set(paths.map(areaOf))]
  return names.map((name) => ({ name, description: DESCRIPTIONS[name] ?? `Calls of ${name}.` }))
}
