import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  Configuration,
  getProjectOpenapi,
  getProjectOverview,
  saveConfiguration,
  syncDatabase,
} from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newProject, newStaff, type Person } from '../testing/people.ts'
import { programEnv } from '../testing/settings/program-env.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../../..')
const command = join(import.meta.dirname, '..', 'plinth-server.ts')
/** Inside the repository, so that the client is found as an app would find it. */
const folder = join(import.meta.dirname, '../../../.types', `typed-${process.pid}`)

let owner: Person
let projectId: string

const tables = [
  {
    id: 'people',
    name: 'people',
    columns: [
      { id: 'p1', name: 'name', type: 'text', options: { isRequired: true } },
      {
        id: 'p2',
        name: 'notes',
        type: 'relation',
        options: { tableId: 'notes', columnId: 'n2', hasMultiple: true, backColumnName: 'author' },
      },
    ],
  },
  {
    id: 'notes',
    name: 'notes',
    columns: [
      { id: 'n1', name: 'title', type: 'text', options: { isRequired: true } },
      {
        id: 'n2',
        name: 'author',
        type: 'relation',
        options: {
          isParent: true,
          tableId: 'people',
          columnId: 'p2',
          backColumnName: 'notes',
          hasMultipleBack: true,
        },
      },
      { id: 'n3', name: 'state', type: 'select', options: { selectOptions: ['open', 'done'] } },
      { id: 'n4', name: 'picture', type: 'image' },
    ],
  },
]

beforeAll(async () => {
  owner = await newStaff()
  projectId = await newProject(owner)
  const params = { projectId }
  const newConfiguration = Configuration.parse({ tables })
  await owner.client.call(saveConfiguration, { params, body: { newConfiguration } })
  await owner.client.call(syncDatabase, { params, body: {} })
  await mkdir(folder, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function plinth(settings: Record<string, string>, ...args: string[]) {
  return run(process.execPath, [command, ...args], { env: programEnv(settings) }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

const settings = () => ({ DATABASE_URL: inject('server').databaseUrl })
const module = () => join(folder, 'plinth-types.ts')
const writeModule = () => plinth(settings(), 'types', '--project', projectId, '--out', module())

describe('plinth-server types', () => {
  test('writes the tables that were synced, while the server runs', async () => {
    const written = await writeModule()
    expect(written).toEqual({ code: 0, said: `${module()}: 2 tables of dev\n` })
    const text = await readFile(module(), 'utf8')
    expect(text).toContain("notes: ['title', 'author', 'state', 'picture'],")
  })

  test('finds the database under the data folder of a server that has its own', async () => {
    const { dataDir } = inject('server')
    const args = ['types', '--project', projectId, '--out', join(folder, 'embedded.ts')]
    expect(await plinth({ PLINTH_DATA_DIR: dataDir }, ...args)).toMatchObject({ code: 0 })
  })

  test.each([
    { name: 'no file', args: () => ['--project', projectId], said: '--out FILE' },
    {
      name: 'a project that is not there',
      args: () => ['--project', 'prj_none', '--out', module()],
      said: 'There is no project prj_none',
    },
    {
      name: 'another environment',
      args: () => ['--project', projectId, '--out', module(), '--environment', 'staging'],
      said: '"staging" is no environment',
    },
  ])('rejects $name', async ({ args, said }) => {
    const refused = await plinth(settings(), 'types', ...args())
    expect(refused.code).toBe(2)
    expect(refused.said).toContain(said)
  })

  test('names the missing settings without a database', async () => {
    const args = ['types', '--project', projectId, '--out', module()]
    const refused = await plinth({ PLINTH_DATA_DIR: folder }, ...args)
    expect(refused.code).toBe(2)
    expect(refused.said).toContain('set DATABASE_URL, or PLINTH_DATA_DIR')
  })
})

describe('generated types', () => {
  const HEAD = `import { createClient, createData } from '@plinth/client'
import { createDataHooks } from '@plinth/client/react'
import { type Tables, tables } from './plinth-types.ts'

const client = createClient({ baseUrl: '', token: () => null })
const data = createData<Tables>({ client, tables })
const notes = data.table('notes')
const { useRows, useCreateRow } = createDataHooks(data)
`
  const GOOD = `
const row = await notes.create({ title: 'a', state: 'open', picture: new Blob([]) })
export const title: string = row.title
export const { data: list } = await notes.getMany({
  $sort: ['-title', '+author.name'],
  $columns: ['id', 'title', 'expand.author.name'],
  $withRelation: ['author', 'author.notes'],
})
export const author: string | undefined = list[0]?.expand?.author?.name
export const writer = await data.table('people').getOne('a', { $columns: ['notes'] })
export const rest = await data
  .table('people')
  .related(writer, 'notes', { $cursor: writer.$more?.notes?.cursor ?? '' })
export const other: string | undefined = rest.data[0]?.title
await notes.patch({ id: row.id, title: 'c' })
await notes.update({ id: row.id, state: 'done' })
export function useTitles() {
  const create = useCreateRow('notes')
  create.mutate({ title: 'b' })
  return useRows('notes', { $sort: '-createdOn', enabled: true }).data?.data.map((one) => one.title)
}
`
  const WRONG = [
    "data.table('note')",
    "useRows('note')",
    "notes.create({ titel: 'a' })",
    "notes.create({ state: 'open' })",
    "notes.create({ title: 'a', state: 'later' })",
    'notes.create({ title: 1 })',
    "notes.update({ id: 'a', titel: 'b' })",
    "notes.getMany({ $sort: ['-titel'] })",
    "notes.getMany({ $columns: ['titel'] })",
    "notes.getMany({ $withRelation: ['writer'] })",
    "notes.getMany({ $sorted: 'title' })",
    "notes.related({ id: 'a' }, 'title')",
    "(await data.table('people').getOne('a')).notes.length",
    "(await notes.getOne('a')).titel",
    "useRows('notes', { $sort: 'titel' })",
    "useCreateRow('notes').mutate({ titel: 'a' })",
  ]

  beforeAll(async () => {
    await writeModule()
    const wrong = WRONG.map(
      (line) => `export async function wrong${WRONG.indexOf(line)}() {\n  ${line}\n}\n`,
    )
    await writeFile(join(folder, 'good.ts'), HEAD + GOOD)
    await writeFile(join(folder, 'wrong.ts'), HEAD + wrong.join(''))
    const config = {
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        lib: ['es2024', 'dom', 'dom.iterable'],
        composite: false,
        noEmit: true,
        emitDeclarationOnly: false,
      },
      include: ['*.ts'],
      exclude: ['embedded.ts'],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  })

  test('correct names compile, and each wrong one is a compile error', async () => {
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
      (error: { stdout: string }) => error,
    )
    const lines = [...stdout.matchAll(/^(\S+\.ts)\((\d+),/gm)]
    expect(
      lines.filter(([, file]) => !file?.endsWith('wrong.ts')),
      stdout,
    ).toEqual([])
    const start = HEAD.split('\n').length - 1
    const found = new Set(lines.map(([, , line]) => (Number(line) - start - 2) / 3))
    expect(
      WRONG.filter((_, at) => !found.has(at)),
      stdout,
    ).toEqual([])
  })
})

test('the OpenAPI document of a project has its own tables', async () => {
  const params = { projectId }
  const document = await owner.client.call(getProjectOpenapi, { params })
  expect(Object.keys(document.paths as object)).toContain('/api/data/notes/{id}')
  const production = await owner.client.call(getProjectOpenapi, {
    params,
    query: { $environment: 'production' },
  })
  expect(production.paths).toEqual({})
})

test('the overview of a project has its own tables, with their rules', async () => {
  const params = { projectId }
  const { text } = await owner.client.call(getProjectOverview, { params })
  expect(text).toContain('`PATCH /api/data/notes/{id}`, rule `')
  const query = { $environment: 'production' } as const
  const production = await owner.client.call(getProjectOverview, { params, query })
  expect(production.text).not.toContain('/api/data/notes')
})
