import {
  Configuration,
  createRow,
  type Database,
  listRows,
  type Row,
  runQuery,
  signInUser,
} from '@plinth/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { applyTables } from '../../../rows/testing/shelf.ts'
import { newApp } from '../../testing/app-tables.ts'
import { followPage } from '../../testing/documentation/follow-page.ts'
import { readGuide } from '../../testing/documentation/read-guide.ts'
import { guest, newProject, newStaff, type Person } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'

const OPEN = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const STAFF = { list: '', view: '', create: '', update: '', delete: '' }
const field = (name: string, type: string, options: object = {}) => ({
  id: name,
  name,
  type,
  options,
})
const table = (name: string, columns: object[], rules: object = OPEN) => ({
  id: name,
  name,
  columns,
  rules,
})
/** Both sides of a relation: the declaring one, and the one that it adds. */
function relationOf(one: string, other: string, options: { name: string; back: string }) {
  const { name, back } = options
  const [id, backId] = [`${one}_${name}`, `${other}_${back}`]
  const parent = { tableId: other, columnId: backId, backColumnName: back, isParent: true }
  const child = { tableId: one, columnId: id, backColumnName: name }
  return {
    key: (more: object) => ({ id, name, type: 'relation', options: { ...parent, ...more } }),
    back: (more: object) => ({
      ...{ id: backId, name: back, type: 'relation' },
      options: { ...child, ...more },
    }),
  }
}

let owner: Person
beforeAll(async () => {
  owner = await newStaff()
})

const open = (tables: object[], database: Database = 'sqlite3') =>
  newApp(owner, Configuration.parse({ database, tables }))

async function addRow(projectId: string, name: string, body: object): Promise<string> {
  const { data } = await owner.client.call(createRow, {
    params: { table: name },
    query: { $projectId: projectId },
    body: body as never,
  })
  return (data as Row).id
}

const account = [
  field('email', 'email', { isUnique: true, isRequired: true }),
  field('password', 'text', { isHashed: true, isRequired: true }),
  field('verified', 'checkbox'),
]

test('rows-api.md', async () => {
  const author = relationOf('posts', 'writers', { name: 'author', back: 'posts' })
  const members = relationOf('teams', 'users', { name: 'members', back: 'teams' })
  const many = { hasMultiple: true, hasMultipleBack: true }
  const projectId = await open([
    table('writers', [field('name', 'text'), author.back({ hasMultiple: true })]),
    table('posts', [field('title', 'text'), author.key({ hasMultipleBack: true })]),
    { ...table('users', [...account, members.back(many)]), type: 'Auth' },
    table('teams', [field('lead', 'text'), members.key(many)], {
      ...OPEN,
      update: '@request.old.lead = @request.auth.id',
    }),
  ])
  const ada = await addRow(projectId, 'writers', { name: 'Ada' })
  const titles = Array.from({ length: 130 }, (_, at) => `Post ${at + 1}`)
  const posts = await Promise.all(
    titles.map((title) => addRow(projectId, 'posts', { title, author: ada })),
  )
  const user = { email: 'ada@example.com', password: 'a long password' }
  const ME = await addRow(projectId, 'users', user)
  const TEAM = await addRow(projectId, 'teams', { lead: 'somebody' })
  const { token } = await guest().call(signInUser, {
    params: { table: 'users' },
    query: { $projectId: projectId },
    body: user,
  })
  await followPage('rows-api.md', {
    variables: {
      ...{ A: testServer().address, P: projectId, T: token, STAFF_TOKEN: owner.token },
      ...{ ID: ada, POST: posts[0] ?? '', ME, TEAM },
    },
    copy: { CURSOR: /"cursor":"([^"]+)"/ },
  })
})

test('files.md', async () => {
  const P = await open([table('photo', [field('image', 'image')])])
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await followPage('files.md', {
    variables: { A: testServer().address, P },
    files: { 'me.png': Buffer.from(png, 'base64') },
  })
})

test('errors.md', async () => {
  const PROJECT = await open([table('note', [field('title', 'text')])])
  await followPage('errors.md', { variables: { PROJECT } })
})

test('limits.md', async () => {
  const long = ['one', 'two', 'three']
  const PROJECT = await open([
    table('note', [field('body', 'json')]),
    table('book', [field('label', 'text'), ...long.map((name) => field(name, 'json'))]),
  ])
  const { address } = testServer()
  const text = (length: number) => ({ text: 'y'.repeat(length) })
  for (let count = 0; count < 11; count += 1)
    await addRow(PROJECT, 'note', { body: text(1_000_000) })
  const ID = await addRow(PROJECT, 'book', {})
  for (const name of long) {
    const answer = await fetch(`${address}/api/data/book?$projectId=${PROJECT}&$columns=label`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ id: ID, [name]: text(3_600_000) }]),
    })
    expect(answer.status, await answer.text()).toBe(200)
  }
  await followPage('limits.md', { variables: { URL: address, PROJECT, ID } })
})

describe('sql.md', () => {
  const book = relationOf('loans', 'books', { name: 'book', back: 'loans' })
  const LIBRARY = [
    table('books', [
      ...[field('title', 'text'), field('pages', 'number', { default: 0 })],
      book.back({ hasMultiple: true }),
    ]),
    table('loans', [book.key({ hasMultipleBack: true })]),
  ]

  test.each(['sqlite3', 'postgres'] as const)('on %s', async (database) => {
    const PROJECT = await open(LIBRARY, database)
    const emma = await addRow(PROJECT, 'books', { title: 'Emma', pages: 0 })
    await followPage('sql.md', {
      variables: { PLINTH: testServer().address, PROJECT, TOKEN: owner.token },
    })
    const persuasion = await addRow(PROJECT, 'books', { title: 'Persuasion', pages: 1 })
    await addRow(PROJECT, 'loans', { book: persuasion })
    await addRow(PROJECT, 'loans', { book: persuasion })
    await addRow(PROJECT, 'loans', { book: emma })
    const [sql = ''] = await readGuide('sql.md', 'sql')
    const params = { projectId: PROJECT }
    const { rows } = await owner.client.call(runQuery, { params, body: { sql } })
    expect(rows.map(([title, loans]) => [title, Number(loans)])).toEqual([
      ['Persuasion', 2],
      ['Emma', 1],
    ])
  })
})

describe('computed-tables.md', () => {
  const customer = relationOf('order', 'customer', { name: 'customer', back: 'orders' })
  const TABLES = [
    table('customer', [field('name', 'text'), customer.back({ hasMultiple: true })]),
    table('order', [
      field('total', 'number', { hasDecimal: true }),
      customer.key({ hasMultipleBack: true }),
    ]),
  ]
  const DIALECTS = { postgres: 'on PostgreSQL', sqlite3: 'on SQLite' }

  test.each(['sqlite3', 'postgres'] as const)('on %s', async (database) => {
    const blocks = await readGuide('computed-tables.md', 'sql')
    const queries = blocks.join('\n').split(/^-- /m).slice(1)
    const computed = queries.flatMap((text) => {
      const [, name = '', dialect = '', query = ''] =
        text.match(/^(\w+)(?:, (.+))?\n([\s\S]+)$/) ?? []
      const isOther = dialect in { 'on PostgreSQL': 1, 'on SQLite': 1 }
      if (isOther && dialect !== DIALECTS[database]) return []
      return [{ id: name, name, type: 'Computed', query, rules: STAFF }]
    })
    expect(computed.map(({ name }) => name)).toEqual(['customerTotals', 'monthly', 'goodCustomers'])
    const projectId = await newProject(owner)
    await applyTables({ projectId, owner, database, tables: TABLES })
    const ann = await addRow(projectId, 'customer', { name: 'Ann' })
    for (const total of [100, 20.5]) await addRow(projectId, 'order', { total, customer: ann })
    for (const count of [1, 2, 3])
      await applyTables({
        ...{ projectId, owner, database },
        tables: [...TABLES, ...computed.slice(0, count)],
      })
    const read = async (name: string) =>
      (
        await owner.client.call(listRows, {
          params: { table: name },
          query: { $projectId: projectId },
        })
      ).data as Row[]
    const [documented = ''] = await readGuide('computed-tables.md', 'json')
    const [shown] = (JSON.parse(documented) as { data: Row[] }).data
    expect(await read('customerTotals')).toEqual([{ ...shown, id: ann }])
    const month = new Date().toISOString().slice(0, 7)
    expect(await read('monthly')).toEqual([{ id: month, orders: 2 }])
    expect(await read('goodCustomers')).toEqual([{ id: ann, name: 'Ann' }])
  })
})
