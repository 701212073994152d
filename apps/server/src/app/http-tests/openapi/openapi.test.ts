import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Configuration, createKey, getOpenapi, getProjectOpenapi } from '@plinth/contract'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newApp, signUp } from '../../testing/app-tables.ts'
import { guest, newStaff } from '../../testing/people.ts'
import { testServer } from '../../testing/test-server.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../../../../..')
const BIN = join(root, 'node_modules/.bin')
const column = (name: string, type: string, options: object = {}) => ({
  id: `c_${name}`,
  name,
  type,
  options,
})
const anybody = { list: 'true', view: 'true', create: 'true', update: 'true', delete: 'true' }
const TABLES = Configuration.parse({
  tables: [
    {
      id: 'people',
      name: 'people',
      type: 'Auth',
      columns: [
        column('email', 'email', { isUnique: true, isRequired: true }),
        column('password', 'text', { isHashed: true, isRequired: true }),
        column('verified', 'checkbox'),
      ],
      rules: anybody,
    },
    {
      id: 'papers',
      name: 'papers',
      columns: [
        column('name', 'text', { isRequired: true, max: 80 }),
        column('count', 'number'),
        column('state', 'select', { selectOptions: ['draft', 'done'] }),
        column('marks', 'select', { selectOptions: ['x', 'y'], hasMultiple: true }),
        column('due', 'date'),
        column('site', 'url'),
        column('extra', 'json'),
        column('isOpen', 'checkbox'),
        column('paper', 'file'),
        column('parent', 'relation', {
          tableId: 'papers',
          columnId: 'c_children',
          backColumnName: 'children',
          isParent: true,
          hasMultipleBack: true,
        }),
        column('children', 'relation', {
          tableId: 'papers',
          columnId: 'c_parent',
          backColumnName: 'parent',
          hasMultiple: true,
        }),
      ],
      rules: anybody,
    },
    { id: 'totals', name: 'totals', type: 'Computed', query: "select 'a' as id" },
  ],
})

let folder: string
let projectId: string
let key: string

const readWith = async (token: string | undefined, name = 'data.json') => {
  const answer = await fetch(`${testServer().address}/api/openapi/${name}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  })
  return { status: answer.status, body: (await answer.json()) as { paths: object; text?: string } }
}

/** Writes both documents to the folder. */
beforeAll(async () => {
  const owner = await newStaff()
  projectId = await newApp(owner, TABLES)
  const operations = ['list', 'view', 'create', 'update', 'delete'] as const
  const { secret } = await owner.client.call(createKey, {
    params: { projectId },
    body: {
      name: 'Types',
      environment: 'dev',
      tables: [{ table: 'papers', operations: [...operations] }],
    },
  })
  key = secret
  folder = await mkdtemp(join(tmpdir(), 'plinth-openapi-'))
  const params = { projectId }
  const documents = {
    platform: await guest().call(getOpenapi, {}),
    project: await owner.client.call(getProjectOpenapi, { params, query: { $environment: 'dev' } }),
    key: (await readWith(key)).body,
  }
  for (const [name, document] of Object.entries(documents)) {
    // Lint warns of servers on localhost, which this one is.
    const servers = [{ url: 'https://plinth.example.org' }]
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ ...document, servers }))
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(['platform', 'project', 'key'])(
  'lint finds no error and no warning in the document %s',
  async (name) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const linted = await run(join(BIN, 'redocly'), ['lint', `${name}.json`, '--format=json'], {
      cwd: folder,
      env,
      maxBuffer: 1e8,
    }).catch((error: { stdout: string }) => error)
    const { totals, problems } = JSON.parse(linted.stdout) as { totals: object; problems: object[] }
    expect(problems).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  },
  120_000,
)

test('generated types compile in strict mode, and reject what the tables do not have', async () => {
  for (const name of ['platform', 'project']) {
    const types = astToString(await openapiTS(new URL(`file://${folder}/${name}.json`)))
    await writeFile(join(folder, `${name}.ts`), types)
  }
  await writeFile(
    join(folder, 'use.ts'),
    `import type { paths as Platform } from './platform.ts'
import type { components, paths } from './project.ts'
type Page = paths['/api/data/papers']['get']['responses'][200]['content']['application/json']
type Live = Platform['/health/live']['get']['responses'][200]['content']['application/json']
export const cursor = (page: Page): string | null | undefined => page.cursor
export const parent = (page: Page): string | undefined => page.data[0]?.expand?.parent?.name
export const live: Live = { status: 'live' }
export const made: components['schemas']['papersCreate'] = { name: 'One', state: 'draft' }
// @ts-expect-error: no such option
export const wrong: components['schemas']['papersCreate'] = { name: 'One', state: 'gone' }
`,
  )
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext']
  const tsc = run(join(BIN, 'tsc'), [...options, '--allowImportingTsExtensions', 'use.ts'], {
    cwd: folder,
  })
  await expect(tsc.catch((error: { stdout: string }) => error)).resolves.toMatchObject({
    stdout: '',
  })
}, 120_000)

test('Python without packages finds that answers match the schemas', async () => {
  const script = join(import.meta.dirname, 'smoke.py')
  const { stdout } = await run('python3', [script, testServer().address, key]).catch(
    (error: { stderr: string }) => {
      throw new Error(error.stderr)
    },
  )
  expect(stdout).toBe('20 answers match their schemas\n')
})

test('a key reads its own tables only, and nobody reads without a key', async () => {
  const { body } = await readWith(key)
  expect(Object.keys(body.paths)).toEqual([
    '/api/data/papers',
    '/api/data/papers/{id}',
    '/api/data/papers/{id}/children',
    '/api/file/upload',
    '/api/file/links',
  ])
  const overview = await readWith(key, 'data.md')
  expect(overview.body.text).toMatch(/## papers/)
  expect(overview.body.text).not.toMatch(/, rule |\n## (?!papers)/)
  expect(await readWith(undefined, 'data.md')).toMatchObject({ status: 401 })
  const { token } = await signUp(projectId)
  for (const refused of [undefined, token, (await newStaff()).token]) {
    expect(await readWith(refused)).toMatchObject({
      status: 401,
      body: { error: { message: 'Send an API key of the project as a bearer token.' } },
    })
  }
})
