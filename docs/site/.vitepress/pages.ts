interface Page {
  text: string
  /** The address below `/docs`. */
  link: string
  /** The Markdown file, from the root of the repository. */
  file: string
}

interface Group {
  text: string
  items: Page[]
}

/** A page of `docs/guide`. */
function guide(name: string, text: string): Page {
  return { text, link: `/guide/${name}`, file: `docs/guide/${name}.md` }
}

/** A page of `docs/contribute`. */
function contribute(name: string, text: string): Page {
  return { text, link: `/contribute/${name}`, file: `docs/contribute/${name}.md` }
}

/** A page of `docs` itself. */
function reference(name: string, text: string): Page {
  return { text, link: `/${name}`, file: `docs/${name}.md` }
}

/** A file of the repository's root; `docs/site/<name>.md` includes it. */
function root(name: string, text: string): Page {
  return { text, link: `/${name}`, file: `${name.toUpperCase()}.md` }
}

/** Every page of the site, in the order of its sidebar. */
export const GROUPS: Group[] = [
  {
    text: 'Start',
    items: [
      guide('quickstart', 'Quickstart'),
      guide('first-project', 'The first project'),
      guide('environments', 'Environments'),
      guide('tables-and-fields', 'Tables and fields'),
      guide('field-options', 'Field types and options'),
      guide('sync-and-deploy', 'Sync and deploy'),
      guide('editing-rows', 'Edit rows'),
      guide('files', 'Files and images'),
      guide('sql', 'SQL'),
      guide('computed-tables', 'Computed tables'),
      guide('command-palette', 'Command palette'),
    ],
  },
  {
    text: 'Access',
    items: [
      guide('rules', 'Access rules by example'),
      guide('rule-language', 'Rule language'),
      guide('members-and-roles', 'Members and roles'),
      guide('accounts-and-mail', 'Accounts and mail'),
      guide('app-users', 'App users'),
      guide('app-sign-in', 'Sign-in of app users'),
      guide('users', 'The users view'),
      guide('api-keys', 'API keys'),
      guide('single-sign-on', 'Single sign-on'),
      guide('reauthentication', 'Re-authentication'),
      guide('production-access', 'Production access'),
    ],
  },
  {
    text: 'Build apps',
    items: [
      guide('rows-api', 'The rows API'),
      guide('paging-and-filtering', 'Page, filter and sort'),
      guide('live-rows', 'Live rows'),
      guide('table-api', 'The API of a table'),
      guide('client', 'The client'),
      guide('openapi', 'OpenAPI documents'),
      guide('origins', 'Allowed origins'),
      guide('domains', 'Domains'),
      guide('command-line', 'The command line'),
      guide('request-log', 'The request log'),
      guide('errors', 'Errors'),
      guide('limits', 'Limits'),
    ],
  },
  {
    text: 'Workflows',
    items: [
      guide('workflow-editor', 'Build a workflow'),
      guide('node-settings', 'Node settings'),
      guide('nodes', 'Nodes'),
      guide('expressions', 'Expressions'),
      guide('schedules', 'Schedules'),
      guide('approvals', 'Approvals'),
      guide('workflow-tests', 'Workflow tests'),
      guide('credentials', 'Credentials'),
      guide('webhooks', 'Webhooks'),
      guide('workflow-templates', 'Workflow templates'),
      guide('workflow-and-run-lists', 'Lists of workflows and runs'),
    ],
  },
  {
    text: 'Install',
    items: [
      guide('install', 'Install'),
      reference('settings', 'Settings'),
      reference('scale', 'Sizing'),
      guide('containers', 'Containers and hosts'),
      guide('several-hosts', 'Several hosts'),
      guide('workers', 'Several workers'),
      guide('kubernetes', 'Kubernetes'),
      guide('tls-and-proxies', 'TLS and proxies'),
      guide('connections', 'Connections to PostgreSQL'),
      guide('database-certificates', 'Certificates of databases'),
    ],
  },
  {
    text: 'Operate',
    items: [
      guide('health', 'Health checks'),
      guide('metrics', 'Metrics and alerts'),
      guide('traces', 'Traces'),
      guide('troubleshooting', 'Troubleshooting'),
      guide('server-commands', 'Commands of the server'),
      guide('upgrades', 'Upgrades and releases'),
      guide('backups-and-export', 'Backups, import and export'),
      guide('backup-everything', 'Back up everything'),
      guide('retention', 'Retention and the audit log'),
      guide('fair-shares', 'Fair shares'),
      guide('budgets', 'Budgets and usage'),
      guide('stop-a-project', 'Stop a project'),
      guide('delete-and-restore-a-project', 'Delete and restore a project'),
      guide('documentation', 'This documentation'),
    ],
  },
  {
    text: 'Secure',
    items: [
      root('security', 'Security guide'),
      reference('threat-model', 'Threat model'),
      reference('guarantees', 'Guarantees'),
      guide('rotate-keys', 'Rotate keys'),
    ],
  },
  {
    text: 'Coming from',
    items: [
      guide('coming-from-pocketbase', 'PocketBase'),
      guide('coming-from-supabase', 'Supabase'),
      guide('coming-from-airtable', 'Airtable'),
      guide('coming-from-n8n', 'n8n'),
    ],
  },
  {
    text: 'Contribute',
    items: [
      root('contributing', 'Contributing'),
      root('architecture', 'Architecture'),
      reference('glossary', 'Glossary'),
      { text: 'Decisions', link: '/decisions', file: 'docs/decisions/README.md' },
      { text: 'Performance log', link: '/performance', file: 'docs/performance/README.md' },
      reference('checks', 'Which command shows what'),
      contribute('add-an-endpoint', 'Add an endpoint'),
      contribute('add-a-node-kind', 'Add a node kind'),
      contribute('add-a-field-type', 'Add a field type'),
      contribute('add-a-screen', 'Add a screen'),
      contribute('add-a-setting', 'Add a setting'),
    ],
  },
]

export const PAGES: Page[] = GROUPS.flatMap(({ items }) => items)
