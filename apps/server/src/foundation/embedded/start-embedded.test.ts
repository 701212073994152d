import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestRuntime } from '../durable/request-runtime.ts'
import type { Embedded, UnexpectedExit } from './process/embedded.ts'
import { findProcesses } from './process/find-processes.ts'
import { poll } from './process/poll.ts'
import { startEmbedded } from './start-embedded.ts'
import { holdEmbedded } from './testing/held-embedded.ts'
import { query } from './testing/query.ts'
import { temporaryDataDir } from './testing/temporary-data-dir.ts'

const quiet = () => undefined
const log = { info: quiet, warn: quiet, error: quiet }
const { dataDir, remove } = await temporaryDataDir()
const start = () => startEmbedded({ dataDir, postgres: true, restate: true, log })

let embedded: Embedded
const postgresUrl = () => embedded.postgresUrl ?? ''
const isRestateHealthy = () =>
  requestRuntime(embedded.restate?.ingressUrl ?? '', {
    method: 'GET',
    path: 'restate/health',
  }).then(
    ({ status }) => status === 200,
    () => false,
  )

async function pidOf(folder: string, program: string): Promise<number> {
  const processes = await findProcesses(join(dataDir, folder), [program])
  return Math.min(...processes.map(({ pid }) => pid))
}

beforeAll(async () => {
  embedded = await start()
})

afterAll(async () => {
  await embedded.stop()
  await remove()
})

test('the first start creates a crash-safe UTF-8 database with Unicode-aware case mapping', async () => {
  await query(postgresUrl(), "create table note (body text); insert into note values ('Ünï')")
  const [settings] = await query(
    postgresUrl(),
    `select lower(body) as lower, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('server_encoding') as encoding,
      current_setting('max_connections') as connections, current_setting('data_checksums') as checksums
      from note`,
  )
  expect(settings).toEqual({
    lower: 'ünï',
    fsync: 'on',
    commit: 'on',
    encoding: 'UTF8',
    connections: '200',
    checksums: 'on',
  })
  expect(await embedded.check()).toEqual({ postgres: true, restate: true })
  expect(embedded.restate?.identityKey).toMatch(/^publickeyv1_[1-9A-HJ-NP-Za-km-z]{42,44}$/)
})

test('a wrong password is refused', async () => {
  const wrong = new URL(postgresUrl())
  wrong.password = 'guess'
  await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
})

test('refuses the superuser whatever the password, and replication', async () => {
  const superuser = new URL(postgresUrl())
  superuser.username = 'plinth'
  await expect(query(superuser.href, 'select 1')).rejects.toThrow('rejects connection')
  const replicate = `${postgresUrl()}?replication=database`
  await expect(query(replicate, 'select 1')).rejects.toThrow(
    'permission denied to start WAL sender',
  )
})

test.each([
  ['read a file', `select pg_read_file('/etc/hostname')`],
  ['list a folder', `select pg_ls_dir('/')`],
  ['run a program', `copy (select 1) to program 'true'`],
  ['write a file', `copy (select 1) to '/tmp/plinth-written'`],
  ['import a file', `select lo_import('/etc/hostname')`],
  ['load a library', `load 'dblink'`],
  ['reach other servers', 'create extension dblink'],
  ['change the settings', `alter system set archive_command = 'true'`],
  ['become superuser', 'alter role plinth_app superuser'],
  ['grant itself files', 'grant pg_read_server_files to plinth_app'],
  ['act as the superuser', 'set role plinth'],
])("the product's role cannot %s", async (_, statement) => {
  await expect(query(postgresUrl(), statement)).rejects.toThrow(/permission denied|is not allowed/)
})

test.each([
  'ports.json',
  'lock',
  'postgres/plinth_app.password',
  'postgres/pg_hba.conf',
  'restate/request-signing-key.pem',
  'restate/restate.toml',
])('%s is readable only by its owner', async (name) => {
  expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
})

test("PostgreSQL's socket is in a folder of mode 0700", async () => {
  const folder = decodeURIComponent(new URL(postgresUrl()).hostname)
  expect(folder).toBe(join(dataDir, 'postgres/socket'))
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

const listensOnTcp = async (pid: number) => {
  const files = await readdir(`/proc/${pid}/fd`)
  const links = await Promise.all(
    files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')),
  )
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  )
  return tables
    .join('')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state === '0A')
    .filter((line) => links.includes(`socket:[${line[9]}]`))
    .map(([, address]) => address)
}

test('Restate listens on no TCP port, in a folder that only its account may enter', async () => {
  expect(await listensOnTcp(await pidOf('restate', 'restate-server'))).toEqual([])
  expect((await stat(join(dataDir, 'restate'))).mode & 0o777).toBe(0o700)
  expect(embedded.restate?.ingressUrl).toBe(`unix:${dataDir}/restate/data/plinth/ingress.sock`)
})

test('rejects a second start on the same data without affecting the first', async () => {
  const inUse = `The data directory ${dataDir} is in use by another running Plinth`
  await expect(start()).rejects.toThrow(inUse)
  const other = holdEmbedded(dataDir)
  expect((await other.answer()).refused).toContain(inUse)
  await other.end('SIGTERM')
  expect(await embedded.check()).toEqual({ postgres: true, restate: true })
  expect(await query(postgresUrl(), 'select body from note')).toEqual([{ body: 'Ünï' }])
})

test('PostgreSQL is restarted after kill -9, with its data', async () => {
  const exits: UnexpectedExit[] = []
  embedded.onExit((exit) => exits.push(exit))
  const pid = Number(
    (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0],
  )
  process.kill(pid, 'SIGKILL')
  const answers = () => query(postgresUrl(), 'select body from note').catch(() => [])
  expect(
    await poll(async () => exits.length > 0 && (await answers()).length === 1, { limitMs: 10_000 }),
  ).toBe(true)
  expect(exits).toEqual([{ server: 'postgres', code: null, signal: 'SIGKILL' }])
})

test('Restate is restarted after kill -9', async () => {
  const before = await pidOf('restate', 'restate-server')
  process.kill(before, 'SIGKILL')
  const healthy = async () =>
    (await pidOf('restate', 'restate-server')) !== before && (await isRestateHealthy())
  expect(await poll(healthy, { limitMs: 10_000 })).toBe(true)
})

test('stop is idempotent; the next start has the same data, addresses and key', async () => {
  await Promise.all([embedded.stop(), embedded.stop()])
  expect(await findProcesses(dataDir, ['postgres', 'restate-server'])).toEqual([])
  const before = embedded
  embedded = await start()
  expect(embedded).toMatchObject({
    postgresUrl: before.postgresUrl,
    restate: before.restate,
    workerPort: before.workerPort,
  })
  expect(await query(postgresUrl(), 'select body from note')).toEqual([{ body: 'Ünï' }])
})

test('replaces ports that other programs use', async () => {
  const before = embedded
  await embedded.stop()
  const ports: Record<string, number> = JSON.parse(
    await readFile(join(dataDir, 'ports.json'), 'utf8'),
  )
  const strangers = Object.values(ports).map((port) => createServer().listen(port, '127.0.0.1'))
  try {
    embedded = await start()
  } finally {
    for (const stranger of strangers) stranger.close()
  }
  expect(embedded.workerPort).not.toBe(before.workerPort)
  expect(await query(postgresUrl(), 'select body from note')).toEqual([{ body: 'Ünï' }])
  expect(await isRestateHealthy()).toBe(true)
})
