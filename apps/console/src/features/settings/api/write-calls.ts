import type { Configuration, Table } from '@plinth/contract'
import { type AppField, fieldsOfTable } from '@plinth/schema'
import { SAMPLE_ID, sampleChange, sampleFilter, sampleRow } from './sample-row.ts'
import { apiStrings as strings } from './strings.ts'
import { requestScopeOf, type SampleCall, type Target, writeCurl } from './write-curl.ts'
import { writeFetch } from './write-fetch.ts'
import { writeLiteral } from './write-literal.ts'

/** One call in every format. */
export interface WrittenCall {
  title: string
  request: SampleCall
  curl: string
  client: string
  fetch: string
}

/** The formats that follow from the request; the client's is its own. */
function callOf(
  target: Target,
  { title, request, client }: Pick<WrittenCall, 'title' | 'request' | 'client'>,
): WrittenCall {
  const written = { curl: writeCurl(target, request), fetch: writeFetch(target, request) }
  return { title, request, client, ...written }
}

interface Written {
  table: Table
  fields: readonly AppField[]
  target: Target
}

const CREDENTIALS = {
  guest: [],
  user: ['session: localStorageStore(),'],
  key: ['token: () => process.env.PLINTH_KEY ?? null,'],
} as const

/** Setup code before the client calls. */
export function writeSetUp(target: Target, hasAuth: boolean): string {
  const { $projectId, $environment } = requestScopeOf(target)
  const options = [
    'client',
    ...($projectId ? [`projectId: ${writeLiteral($projectId)}`] : []),
    ...($environment ? [`environment: ${writeLiteral($environment)}`] : []),
    'tables',
  ]
  const isUser = target.bearer === 'user'
  const users = hasAuth && isUser ? ['createUsers'] : []
  const stores = isUser ? ['localStorageStore'] : []
  const names = ['createClient', 'createData', ...users, 'filter', ...stores]
  return `import { ${names.join(', ')} } from '@plinth/client'
import { type Tables, tables } from './plinth-types.ts'

const client = createClient({
  ${[`baseUrl: ${writeLiteral(target.address)},`, ...CREDENTIALS[target.bearer]].join('\n  ')}
})
const data = createData<Tables>({ ${options.join(', ')} })`
}

function readCalls({ table: { name }, fields, target }: Written): WrittenCall[] {
  const { path, operator, value } = sampleFilter(fields)
  const relation = fields.find(({ column }) => column.type === 'relation')?.name
  const $filter = `${path} ${operator} ${JSON.stringify(value)}`
  const query = { $filter, $sort: '-createdOn', $limit: '20', $version: 'v2' }
  const expanded = relation ? { $withRelation: relation } : {}
  return [
    callOf(target, {
      title: strings.calls.list,
      request: { method: 'GET', path: `/api/data/${name}`, query: { ...query, ...expanded } },
      client: [
        `const { data: rows, total } = await data.table('${name}').getMany({`,
        `  $filter: filter\`${path} ${operator} \${${writeLiteral(value)}}\`,`,
        "  $sort: ['-createdOn'],",
        '  $limit: 20,',
        ...(relation ? [`  $withRelation: ['${relation}'],`] : []),
        '})',
      ].join('\n'),
    }),
    callOf(target, {
      title: strings.calls.one,
      request: { method: 'GET', path: `/api/data/${name}/${SAMPLE_ID}` },
      client: `const row = await data.table('${name}').getOne('${SAMPLE_ID}')`,
    }),
  ]
}

function writeCallsOf({ table: { name }, fields, target }: Written): WrittenCall[] {
  const row = sampleRow(fields)
  const change = sampleChange(fields)
  const changes = { id: SAMPLE_ID, ...change }
  const ids = [SAMPLE_ID]
  const [all, one] = [`/api/data/${name}`, `/api/data/${name}/${SAMPLE_ID}`]
  const rows = `data.table('${name}')`
  return [
    callOf(target, {
      title: strings.calls.create,
      request: { method: 'POST', path: all, body: row },
      client: `const created = await ${rows}.create(${writeLiteral(row)})`,
    }),
    callOf(target, {
      title: strings.calls.update,
      request: { method: 'PUT', path: one, body: change },
      client: `await ${rows}.update(${writeLiteral(changes)})`,
    }),
    callOf(target, {
      title: strings.calls.updateMany,
      request: { method: 'PUT', path: all, body: [changes] },
      client: `await ${rows}.updateMany([${writeLiteral(changes)}])`,
    }),
    callOf(target, {
      title: strings.calls.remove,
      request: { method: 'DELETE', path: one },
      client: `await ${rows}.remove('${SAMPLE_ID}')`,
    }),
    callOf(target, {
      title: strings.calls.removeMany,
      request: { method: 'DELETE', path: all, body: ids },
      client: `await ${rows}.removeMany(${writeLiteral(ids)})`,
    }),
  ]
}

function authCalls({ table: { name }, fields, target }: Written): WrittenCall[] {
  const account = { email: 'ada@example.com', password: 'a long password' }
  const person = { ...sampleRow(fields.filter(({ isNeeded }) => isNeeded)), ...account }
  const { $projectId, $environment } = requestScopeOf(target)
  const place = {
    table: name,
    ...($projectId && { projectId: $projectId }),
    ...($environment && { environment: $environment }),
  }
  const users = `const users = createUsers({ client, ${writeLiteral(place).slice(2)})`
  const post = (act: string, body: object): SampleCall => ({
    method: 'POST',
    path: `/api/auth/${name}/${act}`,
    body,
    isOpen: true,
  })
  return [
    callOf(target, {
      title: strings.calls.signUp,
      request: post('sign-up', person),
      client: `${users}\nconst { user } = await users.signUp(${writeLiteral(person)})`,
    }),
    callOf(target, {
      title: strings.calls.signIn,
      request: post('sign-in', account),
      client: `await users.signIn(${writeLiteral(account)})`,
    }),
  ]
}

/** Sample calls for one table, with its real names and filters. */
export function writeCalls(
  configuration: Configuration,
  { table, target }: { table: Table; target: Target },
): WrittenCall[] {
  const written = { table, target, fields: fieldsOfTable(configuration, table) }
  if (table.type === 'Computed') return readCalls(written)
  return [
    ...(table.type === 'Auth' && target.bearer === 'user' ? authCalls(written) : []),
    ...readCalls(written),
    ...writeCallsOf(written),
  ]
}
