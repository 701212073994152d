import type { EnvironmentName } from '@plinth/contract'
import type { ExportTable } from './export-tables.ts'
import type { WrittenRows } from './write-row-files.ts'

export interface ExportedEnvironment {
  readonly name: EnvironmentName
  readonly takenAt: string
  readonly rows: WrittenRows
  readonly files: { readonly count: number; readonly missing: readonly string[] }
  readonly workflows: number
}

function describeTable({ name, links, columns }: ExportTable, count: number): string {
  const hashed = columns.filter(({ form }) => form === 'secret').map((column) => column.name)
  const link = links
    ? `; links: \`first\` is a row of \`${links.first.table}\` (its \`${links.first.field}\`, in the order of \`firstPosition\`), \`second\` one of \`${links.second.table}\` (its \`${links.second.field}\`, in the order of \`secondPosition\`)`
    : ''
  const left = hashed.length > 0 ? `; hashed and left out: ${hashed.join(', ')}` : ''
  return `- \`${name}\`: ${count} rows${link}${left}`
}

function describeEnvironment({ name, takenAt, rows, files, workflows }: ExportedEnvironment) {
  const lines = rows.model.tables.map((table) =>
    describeTable(table, rows.counts.get(table.name) ?? 0),
  )
  const views = rows.model.views.map(
    (view) => `- \`${view.name}\`: a query, without rows of its own`,
  )
  const missing = files.missing.map(
    (key) => `- missing: \`${key}\` is named by a row and no store has it`,
  )
  return `## ${name}/

All rows are of one moment, ${takenAt}. ${files.count} files, ${workflows} workflows.

${[...lines, ...views, ...missing].join('\n') || 'There are no tables.'}
`
}

const WHAT = `| | |
|---|---|
| \`postgres.sql\` | for an empty PostgreSQL database: \`psql -v ON_ERROR_STOP=1 -f postgres.sql DATABASE\` |
| \`sqlite.sql\` | for an empty SQLite file (3.37 or newer): \`sqlite3 FILE < sqlite.sql\` |
| \`json/TABLE.jsonl\` | one row per line as JSON; exact |
| \`csv/TABLE.csv\` | for spreadsheets: UTF-8, RFC 4180, names in the first line. A text that a spreadsheet would take for a formula (it begins with \`=\`, \`+\`, \`-\`, \`@\`, a tab, a return or a line feed) has an apostrophe before it, and nothing and an empty text look alike. Where values must be exact, take the JSON or the SQL |
| \`files/TABLE/FIELD/…\` | the files themselves; \`files.jsonl\` says which row each belongs to and what it was called |
| \`workflows/ID.json\` | each workflow: nodes, connections, settings |
| \`schema.json\` | tables, fields, rules and queries as they were last applied |
| \`settings.json\` | members, domains, constants; names of credentials and keys |

Both SQL files hold keys, foreign keys, indexes and all rows. Ids are UUIDs and the same in every format. Dates are UTC with milliseconds. A relation to one row is its id in a column of its own name; a many-to-many relation is a table of links.

**What is not here**: secrets of credentials, secret constants, keys, addresses of webhooks, private views, and what hashed fields hold (they are empty columns in the SQL files, which nobody can be signed in with: let people set a new password).

Whether everything arrived: \`sha256sum -c SHA256SUMS\`.`

/** Explains the export to someone who does not know Plinth. */
export function writeReadme(
  project: { readonly id: string; readonly name: string },
  environments: readonly ExportedEnvironment[],
): string {
  return `# ${project.name.replaceAll(/\s+/g, ' ')}

Everything of the project \`${project.id}\` in formats that need nothing but themselves to be read. In each environment's folder:

${WHAT}

Beside these folders: \`queries.json\` has the saved queries, \`views.json\` the views of tables that members share. Views name tables and fields by the ids of \`schema.json\`.

${environments.map(describeEnvironment).join('\n')}`
}
