import { spawn } from 'node:child_process'
import { chmod, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { planPostgres } from './postgres/plan-postgres.ts'
import { chooseServerUser } from './process/choose-server-user.ts'
import { findProcesses } from './process/find-processes.ts'
import { poll } from './process/poll.ts'
import { startEmbedded } from './start-embedded.ts'
import { holdEmbedded } from './testing/held-embedded.ts'
import { query } from './testing/query.ts'
import { temporaryDataDir } from './testing/temporary-data-dir.ts'

const quiet = () => undefined
const log = { info: quiet, warn: quiet, error: quiet }
const programs = ['initdb', 'postgres', 'restate-server']
let temporary: Awaited<ReturnType<typeof temporaryDataDir>>

const running = () => findProcesses(temporary.dataDir, programs)
const allGone = async () => (await running()).length === 0

// The session of a query that has just ended may still be in the list.
function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

beforeEach(async () => {
  temporary = await temporaryDataDir()
})

afterEach(async () => {
  await poll(allGone, { limitMs: 10_000 })
  await temporary.remove()
})

test('kill -9 of Node stops both servers, and an immediate restart works, three times', async () => {
  let held = holdEmbedded(temporary.dataDir)
  const first = await held.answer()
  await query(first.postgresUrl, 'create table round (n int)')
  for (const round of [1, 2, 3]) {
    await query(first.postgresUrl, `insert into round values (${round})`)
    const before = await running()
    expect(before.length).toBeGreaterThan(2)
    await held.end('SIGKILL')
    held = holdEmbedded(temporary.dataDir)
    expect(await held.answer()).toEqual(first)
    const old = new Set(before.map(({ pid }) => pid))
    expect((await running()).filter(({ pid }) => old.has(pid))).toEqual([])
    expect(await query(first.postgresUrl, 'select max(n) from round')).toEqual([{ max: round }])
  }
  await held.end('SIGKILL')
  expect(await poll(allGone, { limitMs: 5_000 })).toBe(true)
})

test('kill -9 of everything at once and an immediate restart works', async () => {
  const held = holdEmbedded(temporary.dataDir)
  const { postgresUrl } = await held.answer()
  await query(postgresUrl, 'create table kept (n int)')
  const servers = await running()
  const ended = held.end('SIGKILL')
  for (const { pid } of servers) killIfThere(pid)
  await ended
  const embedded = await startEmbedded({ ...temporary, postgres: true, restate: true, log })
  expect(await query(embedded.postgresUrl ?? '', 'select count(*)::int from kept')).toEqual([
    { count: 0 },
  ])
  await embedded.stop()
})

test('kill -9 while the cluster is created leaves nothing unfinished', async () => {
  const held = holdEmbedded(temporary.dataDir)
  const making = async () => (await running()).some(({ file }) => file.endsWith('/initdb'))
  expect(await poll(making, { limitMs: 10_000, everyMs: 5 })).toBe(true)
  await held.end('SIGKILL')
  const embedded = await startEmbedded({ ...temporary, postgres: true, restate: false, log })
  expect(await query(embedded.postgresUrl ?? '', 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await readdir(temporary.dataDir)).filter((name) => name.includes('.new-'))).toEqual([])
  await embedded.stop()
})

test('a server that survived its Node process is stopped before the next one starts', async () => {
  const options = { ...temporary, postgres: true, restate: false, log }
  const first = await startEmbedded(options)
  await first.stop()
  const user = await chooseServerUser()
  const { plan } = await planPostgres({ dataDir: temporary.dataDir, user, log })
  const { file, args, cwd, env } = plan.command
  const account = user.switched ? { uid: user.uid, gid: user.gid } : {}
  const orphan = spawn(file, args, { cwd, env, stdio: 'ignore', ...account })
  expect(await poll(() => plan.isReady(orphan.pid ?? 0), { limitMs: 5_000 })).toBe(true)
  const second = await startEmbedded(options)
  expect(orphan.exitCode).toBe(0)
  expect(second.postgresUrl).toBe(first.postgresUrl)
  await second.stop()
})

test.runIf(process.getuid?.() === 0)(
  'a plain user may start it too',
  async () => {
    const account = { uid: 65534, gid: 65534 }
    await chmod(join(temporary.dataDir, '..'), 0o777)
    const held = holdEmbedded(temporary.dataDir, account)
    const { postgresUrl } = await held.answer()
    expect(await query(postgresUrl, 'select 1 as one')).toEqual([{ one: 1 }])
    await held.end('SIGTERM')
    expect(await allGone()).toBe(true)
  },
  30_000,
)
