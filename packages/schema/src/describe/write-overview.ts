import { type Configuration, OPERATIONS, type Operation, type Table } from '@plinth/contract'
import { type AppField, fieldsOfTable } from './fields-of-table.ts'
import { grantedTables, type OpenapiOfTables } from './openapi-of-tables.ts'
import { sampleOfCreate } from './sample-value.ts'

const CALLS: Readonly<Record<Operation, string>> = {
  list: 'GET /api/data/{table}',
  view: 'GET /api/data/{table}/{id}',
  create: 'POST /api/data/{table}',
  update: 'PATCH /api/data/{table}/{id}',
  delete: 'DELETE /api/data/{table}/{id}',
}

/** Text of a table's cell; a line break would end the row. */
const inCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
const inCode = (text: string): string => `\`${inCell(text).replaceAll('`', "'")}\``

function typeOf({ column, target, isMany }: AppField): string {
  const many = isMany ? ', several' : ''
  if (column.type === 'relation') return `id of ${target?.name ?? 'another table'}${many}`
  if (column.type === 'select')
    return `one of ${column.options.selectOptions.map(inCode).join(', ')}${many}`
  return `${column.type}${many}`
}

function notesOf({ column, isNeeded, isRead, isBack }: AppField): string {
  const notes = [
    isNeeded && 'required in new rows',
    !isRead && 'write-only',
    isBack && 'only if `$columns` or `$withRelation` names it',
    'isUnique' in column.options && column.options.isUnique && 'unique',
  ]
  return notes.filter((note) => note !== false).join(', ')
}

function writeFields(fields: readonly AppField[]): string[] {
  const rows = fields.map(
    (field) => `| ${inCode(field.name)} | ${inCell(typeOf(field))} | ${notesOf(field)} |`,
  )
  return ['| Field | Type | Notes |', '|---|---|---|', ...rows]
}

/** A Computed table is only read. Rules are for the project's staff; a key gets the calls that it may make. */
function writeCalls(table: Table, { grants }: OpenapiOfTables): string[] {
  const possible = OPERATIONS.slice(0, table.type === 'Computed' ? 2 : undefined)
  const granted = grants ? (grants[table.id] ?? []) : possible
  return possible
    .filter((operation) => granted.includes(operation))
    .map((operation) => {
      const call = CALLS[operation].replace('{table}', table.name)
      const rule = table.rules[operation]
      const who = rule === '' ? 'staff only' : `rule ${inCode(rule)}`
      return `- ${operation}: \`${call}\`${grants ? '' : `, ${who}`}`
    })
}

function writeTable(configuration: Configuration, table: Table, about: OpenapiOfTables): string[] {
  const head = [`## ${inCell(table.name)}`, '']
  const calls = writeCalls(table, about)
  if (table.type === 'Computed')
    return [
      ...head,
      'Computed by a query: it can be read, and its columns follow from the query.',
      '',
      ...calls,
    ]
  const fields = fieldsOfTable(configuration, table)
  const account =
    'App users sign up and sign in here: `POST /api/auth/{table}/sign-up` and `/sign-in`.'
  return [
    ...head,
    ...(table.type === 'Auth' ? [account.replace('{table}', table.name), ''] : []),
    ...writeFields(fields),
    '',
    ...calls,
    '',
    'A new row:',
    '',
    '```json',
    JSON.stringify(sampleOfCreate(fields), null, 2),
    '```',
  ]
}

/** Describes a project's tables in Markdown, for language models and people who build an app on them. */
export function writeOverview(whole: Configuration, about: OpenapiOfTables): string {
  const { title, version, projectId, environment, servers } = about
  const tables = grantedTables(whole, about)
  const configuration = { ...whole, tables }
  const [server = ''] = servers
  return [
    `# ${inCell(title)}`,
    '',
    `> The tables of a Plinth project as they are applied to ${environment}, revision ${version}.`,
    '',
    `- Address: ${server}, with \`$projectId=${projectId}\` and \`$environment=${environment}\` in the query.`,
    '- Send `authorization: Bearer TOKEN`: the token of an app user, or an API key. Without it the caller is a guest.',
    '- Send `$version=v2`. Lists answer `{data, hasMore, cursor}`, other calls `{data}`, errors `{error: {code, message}}`.',
    '- Filter with `$filter=status = "open" && total > 10`, sort with `$sort=-createdOn`, page with `$limit` and `$cursor`.',
    '- Every row also has `id`, `createdOn` and `updatedOn`, which the server writes.',
    `- The documentation as one text: ${server}/docs/llms-full.txt`,
    ...tables.flatMap((table) => ['', ...writeTable(configuration, table, about)]),
    '',
  ].join('\n')
}
