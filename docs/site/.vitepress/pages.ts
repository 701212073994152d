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
      guide('first-project', 'The first project'),
      guide('tables-and-fields', 'Tables and fields'),
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
      guide('accounts-and-mail', 'Accounts and mail'),
      guide('reauthentication', 'Re-authentication'),
      guide('production-access', 'Production access'),
    ],
  },
  {
    text: 'Build apps',
    items: [
      guide('rows-api', 'The rows API'),
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
      guide('webhooks', 'Webhooks'),
      guide('workflow-and-run-lists', 'Lists of workflows and runs'),
    ],
  },
  {
    text: 'Operate',
    items: [
      guide('containers', 'Containers and hosts'),
      guide('kubernetes', 'Kubernetes'),
      guide('connections', 'Connections to PostgreSQL'),
      guide('database-certificates', 'Certificates of databases'),
      guide('workers', 'Several workers'),
      guide('health', 'Health checks'),
      guide('metrics', 'Metrics'),
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
    text: 'Reference',
    items: [reference('settings', 'Settings'), reference('glossary', 'Glossary')],
  },
]

export const PAGES: Page[] = GROUPS.flatMap(({ items }) => items)
