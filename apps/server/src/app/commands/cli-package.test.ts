import { execFile } from 'node:child_process'
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { approveDeviceLogin, createKey, createWorkflow, executeWorkflow } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import {
  forgetStarts,
  newPersonalKey,
  readUserCode,
} from '../../accounts/personal-keys/testing/device-login.ts'
import { appConfiguration, newApp } from '../testing/app-tables.ts'
import { newStaff, type Person } from '../testing/people.ts'
import { runnable } from '../testing/runnable.ts'

const run = promisify(execFile)
/** Each call starts a process, and login waits for its first poll. */
vi.setConfig({ testTimeout: 90_000 })
const repository = join(import.meta.dirname, '../../../../..')

let home: string
let owner: Person
let projectId: string

/** Packs the command line and installs the tarball in a folder outside the repository. */
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'plinth-cli-'))
  const built = join(home, 'package')
  await run(process.execPath, [join(repository, 'packages/cli/build/main.ts'), built])
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', home], {
    cwd: built,
  })
  const [{ filename }] = JSON.parse(stdout)
  await mkdir(join(home, 'app'))
  await writeFile(join(home, 'app/package.json'), '{"private":true}')
  const install = ['install', '--offline', '--no-audit', '--no-fund', join(home, filename)]
  await run('npm', install, { cwd: join(home, 'app') })
  owner = await newStaff()
  projectId = await newApp(owner, appConfiguration('sqlite3'))
}, 120_000)
afterAll(() => rm(home, { recursive: true, force: true }))

/** Runs the installed `plinth` with a configuration folder of its own. */
async function plinth(args: string[], { config = 'config', env = {} } = {}) {
  const environment = { ...process.env, XDG_CONFIG_HOME: join(home, config), ...env }
  const running = run(join(home, 'app/node_modules/.bin/plinth'), args, {
    cwd: home,
    env: environment,
  })
  const { stdout, stderr, code } = await running
    .then((done) => ({ ...done, code: 0 }))
    .catch((error: { stdout: string; stderr: string; code: number }) => error)
  return { stdout, stderr, code }
}

const login = (key: string, config: string) =>
  plinth(['login', '--url', inject('server').address, '--key', key], { config })

describe('with a personal key', () => {
  beforeAll(async () => {
    const secret = await newPersonalKey(owner, { projectIds: [projectId], readOnly: false })
    const stored = await login(secret, 'config')
    expect(stored).toMatchObject({ code: 0, stdout: '' })
    expect(stored.stderr).not.toContain(secret)
  })

  test('the key is stored for its user only', async () => {
    const { mode } = await stat(join(home, 'config/plinth/credentials.json'))
    expect(mode & 0o777).toBe(0o600)
  })

  test('rows are imported, queried and exported', async () => {
    await writeFile(join(home, 'rows.json'), JSON.stringify([{ title: 'One' }, { title: 'Two' }]))
    await writeFile(join(home, 'rows.ndjson'), '{"title":"Three"}\n')
    expect((await plinth(['rows', 'import', 'notes', 'rows.json'])).stdout).toBe(
      '2 rows imported\n',
    )
    const streamed = await plinth(['rows', 'import', 'notes', 'rows.ndjson', '--json'])
    expect(JSON.parse(streamed.stdout)).toMatchObject({ imported: 1 })
    const [shown, all] = await Promise.all([
      plinth(['rows', 'query', 'notes', '--filter', "title = 'Two'"]),
      plinth(['rows', 'query', 'notes', '--all', '--limit', '2', '--json']),
    ])
    expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Two') })
    expect(JSON.parse(all.stdout)).toHaveLength(3)
    const [csv, json] = await Promise.all([
      plinth(['rows', 'export', 'notes', '--out', 'notes.csv']),
      plinth(['rows', 'export', 'notes', '--format', 'json']),
    ])
    expect(csv).toMatchObject({ code: 0, stdout: '' })
    const lines = await readFile(join(home, 'notes.csv'), 'utf8')
    expect(lines.trim().split(/\r?\n/)).toHaveLength(4)
    expect(JSON.parse(json.stdout)).toHaveLength(3)
  })

  test('rows are imported from CSV, and an invalid record is named by its line', async () => {
    const csv = 'id,title\r\n1,"Five, with\r\na line"\r\n2,\'=6\r\n'
    await writeFile(join(home, 'rows.csv'), csv)
    expect((await plinth(['rows', 'import', 'notes', 'rows.csv'])).stdout).toBe('2 rows imported\n')
    const filter = ['--filter', "title ~ 'Five' || title = '=6'", '--json']
    const { stdout } = await plinth(['rows', 'query', 'notes', '--sort', 'title', ...filter])
    const titles = (JSON.parse(stdout) as { title: string }[]).map(({ title }) => title)
    expect(titles.toSorted()).toEqual(['=6', 'Five, with\r\na line'])
    await writeFile(join(home, 'bad.csv'), 'title,nope\n"a\nb",\nSeven,1\n')
    const bad = await plinth(['rows', 'import', 'notes', 'bad.csv'])
    expect(bad).toMatchObject({ code: 1, stdout: '' })
    expect(bad.stderr).toMatch(/line 4: .*nope/)
    const wrong = await plinth(['rows', 'import', 'notes', 'rows.csv', '--format', 'xml'])
    expect(wrong).toMatchObject({ code: 2, stderr: '--format is csv, json or ndjson\n' })
  })

  test('an invalid line is named, and nothing is imported', async () => {
    await writeFile(join(home, 'bad.ndjson'), '{"title":"Four"}\n{"nope":1}\n')
    const [bad, dry] = await Promise.all([
      plinth(['rows', 'import', 'notes', 'bad.ndjson']),
      plinth(['rows', 'import', 'notes', 'bad.ndjson', '--dry-run']),
    ])
    expect(dry).toMatchObject({ code: 1, stdout: '2 rows, 1 invalid; nothing written\n' })
    expect(bad).toMatchObject({ code: 1, stdout: '' })
    expect(bad.stderr).toMatch(/line 2: .*nope/)
  })

  test('a stored key takes the place of a readable file, and does not follow a link', async () => {
    const { key } = JSON.parse(
      await readFile(join(home, 'config/plinth/credentials.json'), 'utf8'),
    ) as { key: string }
    const folder = join(home, 'linked/plinth')
    await mkdir(folder, { recursive: true })
    await writeFile(join(home, 'elsewhere'), 'untouched', { mode: 0o644 })
    await symlink(join(home, 'elsewhere'), join(folder, 'credentials.json'))
    expect(await login(key, 'linked')).toMatchObject({ code: 0 })
    expect(await readFile(join(home, 'elsewhere'), 'utf8')).toBe('untouched')
    expect((await lstat(join(folder, 'credentials.json'))).mode & 0o170777).toBe(0o100600)
    expect(await readdir(folder)).toEqual(['credentials.json'])
  })

  test('escape sequences in rows reach no terminal, and JSON still has them', async () => {
    const title = 'a\u001b]0;b\u0007\u009b31m\u202ec'
    await writeFile(join(home, 'escapes.ndjson'), JSON.stringify({ title }))
    expect((await plinth(['rows', 'import', 'notes', 'escapes.ndjson'])).stdout).toBe(
      '1 row imported\n',
    )
    const query = ['rows', 'query', 'notes', '--filter', "title ~ ']0;'", '--columns', 'title']
    const [table, json] = await Promise.all([plinth(query), plinth([...query, '--json'])])
    expect(table.stdout).toContain('a ]0;b  31m c')
    expect(json.stdout).toContain('\\u009b31m\\u202ec')
    expect(JSON.parse(json.stdout)).toMatchObject([{ title }])
  })

  test.each([
    { args: ['runs', 'show', 'run_1'], code: 1, said: 'no run run_1 in this project. plinth runs' },
    { args: ['runs', 'retry', '..'], code: 2, said: '".." is no name' },
    { args: ['types', '--project', '../x'], code: 2, said: 'plinth projects lists them' },
    { args: ['types', '--out', 'no/folder'], code: 2, said: 'Cannot write no/folder' },
    { args: ['rows', 'import', 'notes', 'none.csv'], code: 2, said: 'Cannot read none.csv' },
    { args: ['rows', 'import', 'notes', 'broken.json'], code: 2, said: 'broken.json is no JSON' },
  ])('plinth $args says what is wrong', async ({ args, code, said }) => {
    await writeFile(join(home, 'broken.json'), '{')
    const done = await plinth(args)
    expect(done).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(said) })
  })

  test('types and the OpenAPI document are written', async () => {
    await plinth(['types', '--out', 'types.ts'])
    expect(await readFile(join(home, 'types.ts'), 'utf8')).toContain('notes: {')
    const { stdout } = await plinth(['openapi'])
    expect(JSON.parse(stdout).paths).toHaveProperty(['/api/data/notes'])
    expect(JSON.parse((await plinth(['projects', '--json'])).stdout)).toHaveLength(1)
  })

  test('runs are listed, shown and retried', async () => {
    const params = { projectId }
    const body = { name: 'Nightly', nodes: [], connections: [] }
    const { data } = await owner.client.call(createWorkflow, { params, body })
    const workflowId = data.workflow.id
    const { data: executed } = await owner.client.call(executeWorkflow, {
      params: { projectId, workflowId },
      body: { nodes: [runnable('a', 'set')], edges: [] },
    })
    const listed = await plinth(['runs', 'list', '--workflow', workflowId])
    expect(listed.stdout).toContain(executed.runId)
    const shown = await plinth(['runs', 'show', executed.runId, '--json'])
    expect(JSON.parse(shown.stdout)).toMatchObject({ id: executed.runId, workflowId })
    const retried = await plinth(['runs', 'retry', executed.runId])
    expect(retried.stdout).toMatch(/^run_\w{26} \w+\n$/)
  })
})

test('login waits for the approval in the console', async () => {
  const address = inject('server').address
  await forgetStarts()
  const child = execFile(
    join(home, 'app/node_modules/.bin/plinth'),
    ['login', '--url', address, '--name', 'build box'],
    { env: { ...process.env, XDG_CONFIG_HOME: join(home, 'device') } },
  )
  const { userCode, printed } = await readUserCode(child)
  await owner.client.call(approveDeviceLogin, { body: { userCode, projectIds: [projectId] } })
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
  expect(printed()).toContain(`as ${owner.email} (read-only)`)
  await writeFile(join(home, 'more.ndjson'), '{"title":"More"}\n')
  const refused = await plinth(['rows', 'import', 'notes', 'more.ndjson'], { config: 'device' })
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('read-only') })
  await plinth(['logout'], { config: 'device' })
  const after = await plinth(['projects'], { config: 'device' })
  expect(after).toMatchObject({ code: 2, stderr: expect.stringContaining('plinth login') })
})

test('an API key reads its tables, and says what needs a personal key', async () => {
  const { secret } = await owner.client.call(createKey, {
    params: { projectId },
    body: {
      name: 'CI',
      environment: 'dev',
      tables: [{ table: 'notes', operations: ['list', 'view'] }],
    },
  })
  expect(await login(secret, 'api-key')).toMatchObject({ code: 0 })
  const config = 'api-key'
  const { stdout } = await plinth(['types'], { config })
  expect(stdout).toContain('notes: {')
  expect(stdout).not.toContain('people: {')
  const document = JSON.parse((await plinth(['openapi'], { config })).stdout)
  expect(Object.keys(document.paths)).toContain('/api/data/notes')
  // Its rules show the notes of their author alone.
  const listed = await plinth(['rows', 'query', 'notes', '--json'], { config })
  expect(listed).toMatchObject({ code: 0, stdout: '[]\n' })
  const env = { PLINTH_KEY: secret, PLINTH_URL: inject('server').address }
  const exported = await plinth(['rows', 'export', 'notes'], { config: 'none', env })
  expect(exported).toMatchObject({ code: 2, stderr: expect.stringContaining('personal key') })
})

test.concurrent.each([
  { args: ['--help'], code: 0, said: 'plinth rows query TABLE' },
  { args: ['rows'], code: 0, said: 'plinth rows import TABLE FILE' },
  { args: ['rows', 'query', '--help'], code: 0, said: '--filter EXPRESSION' },
  { args: ['login', '-h'], code: 0, said: '--key KEY' },
  { args: ['runs', 'list', '--nope'], code: 2, said: "Unknown option '--nope'" },
  { args: ['rows', 'query'], code: 2, said: 'Name one table' },
  { args: ['backup', '--project', 'x'], code: 2, said: 'plinth-server backup --project x' },
  { args: ['frob'], code: 2, said: '"frob" is no command' },
  { args: ['login', '--url', 'nowhere'], code: 2, said: '"nowhere" is no address' },
  { args: ['login', '--key', 'plp_cut-off'], code: 2, said: 'This is no whole key' },
  { args: ['login', '--url', 'http://127.0.0.1:1'], code: 1, said: 'Cannot reach' },
])('plinth $args exits with $code', async ({ args, code, said }) => {
  const done = await plinth(args, { config: 'none' })
  expect(done.code).toBe(code)
  expect(`${done.stdout}${done.stderr}`).toContain(said)
})
