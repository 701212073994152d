interface Page {
  text: string
  /** The address below `/docs`. */
  link: string
}

interface Group {
  text: string
  items: Page[]
}

/** A page of `docs/guide`. */
function guide(name: string, text: string): Page {
  return { text, link: `/guide/${name}` }
}

/** A page of `docs` itself. */
function reference(name: string, text: string): Page {
  return { text, link: `/${name}` }
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
      guide('api-keys', 'API keys'),
      guide('reauthentication', 'Re-authentication'),
      guide('production-access', 'Production access'),
    ],
  },
  {
    text: 'Build apps',
    items: [
      guide('rows-api', 'The rows API'),
      guide('paging-and-filtering', 'Page, filter and sort'),
      guide('table-api', 'The API of a table'),
      guide('client', 'The client'),
      guide('openapi', 'OpenAPI documents'),
      guide('origins', 'Allowed origins'),
      guide('domains', 'Domains'),
      guide('command-line', 'The command line'),
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
      guide('credentials', 'Credentials'),
      guide('webhooks', 'Webhooks'),
      guide('workflow-templates', 'Workflow templates'),
      guide('workflow-and-run-lists', 'Lists of workflows and runs'),
    ],
  },
  {
    text: 'Operate',
    items: [
      guide('containers', 'Containers and hosts'),
      guide('several-hosts', 'Several hosts'),
      guide('tls-and-proxies', 'TLS and proxies'),
      guide('kubernetes', 'Kubernetes'),
      guide('connections', 'Connections to PostgreSQL'),
      guide('database-certificates', 'Certificates of databases'),
      guide('upgrades', 'Upgrades and releases'),
      guide('workers', 'Several workers'),
      guide('health', 'Health checks'),
      guide('metrics', 'Metrics'),
      guide('traces', 'Traces'),
      guide('server-commands', 'Commands of the server'),
      guide('troubleshooting', 'Troubleshooting'),
      guide('backups-and-export', 'Backups, import and export'),
      guide('backup-everything', 'Back up everything'),
      guide('fair-shares', 'Fair shares'),
      guide('budgets', 'Budgets and usage'),
      guide('stop-a-project', 'Stop a project'),
      guide('delete-and-restore-a-project', 'Delete and restore a project'),
      guide('rotate-keys', 'Rotate keys'),
      guide('retention', 'Retention and the audit log'),
      guide('documentation', 'This documentation'),
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
    text: 'Reference',
    items: [
      reference('settings', 'Settings'),
      reference('scale', 'Sizes and figures'),
      reference('checks', 'Guarantees and their checks'),
      reference('threat-model', 'Threat model'),
      reference('glossary', 'Glossary'),
    ],
  },
]

export const PAGES: Page[] = GROUPS.flatMap(({ items }) => items)
