import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { signIn } from '../stack/call.ts'
import { makeDataDir, removeDataDir, startStack } from '../stack/stack.ts'
import type { Suite, SuiteResult } from '../stack/suite.ts'
import { makeBackupProject, must } from './backup-project.ts'
import {
  type BackupSetup,
  callerOf,
  ended,
  type Job,
  killAndStart,
  leftovers,
  type Side,
} from './backup-setup.ts'
import { checkConsistency, checkFiles, countBulk, readPair } from './check-backup.ts'
import { killCommands } from './kill-commands.ts'
import { prepareOver } from './kill-over.ts'
import { startWriters, type Writers } from './writers.ts'

const ENGINES = ['sqlite3', 'postgres'] as const
const REDUCED = { rounds: 1, rows: 2_000, files: 3, clients: 25, limitMs: 300_000, spreadMs: 400 }
const FULL = {
  rounds: 6,
  rows: 1_000_000,
  files: 1_000,
  clients: 50,
  limitMs: 1_200_000,
  spreadMs: 10_000,
}
/** Size of projects for in-place restores and killed commands: many repetitions instead of large ones. */
const SMALL = { rows: 2_000, files: 3 }
const LARGER = { rows: 100_000, files: 50 }
const OVER_ROUNDS = 5
type Counts = typeof FULL

async function open(counts: Counts): Promise<BackupSetup> {
  const dataDir = makeDataDir()
  const port = await freePort()
  const env = { PORT: String(port), PLINTH_BASE_URL: `http://127.0.0.1:${port}` }
  const stack = await startStack({ dataDir, env })
  const token = await signIn(stack.address)
  const setup: BackupSetup = { dataDir, env, stack, token, sides: [] }
  for (const database of ENGINES) {
    const { rows, files, clients: count } = counts
    const project = await makeBackupProject(callerOf(setup), { database, rows, files })
    setup.sides.push({ project, writers: startWriters(() => callerOf(setup), { project, count }) })
  }
  return setup
}

async function close(setup: BackupSetup): Promise<void> {
  for (const { writers } of setup.sides) await writers.stop()
  await setup.stack.stop()
  removeDataDir(setup.dataDir)
}

interface Taken extends Side {
  backupId: string
  floor: ReturnType<Writers['mark']>
  ceiling: ReturnType<Writers['mark']>
}

/** Backs both projects up during writes; killed in the middle, and once not. */
async function backUp(
  setup: BackupSetup,
  { killAfterMs, limitMs }: { killAfterMs: number; limitMs: number },
) {
  const started: { side: Side; backupId: string; floor: Taken['floor'] }[] = []
  for (const side of setup.sides) {
    const floor = side.writers.mark()
    const path = `/api/project/${side.project.projectId}/backup`
    const { backup } = (await must(callerOf(setup), { path, body: {} })) as { backup: Job }
    started.push({ side, backupId: backup.id, floor })
  }
  await killAndStart(setup, killAfterMs)
  const taken: Taken[] = []
  const problems: string[] = []
  for (const { side, backupId, floor } of started) {
    const path = `/api/project/${side.project.projectId}/backup/${backupId}`
    const job = await ended(setup, { path, name: 'backup' }, limitMs)
    if (job?.state !== 'done')
      problems.push(`${side.project.database}: the backup ${job?.state}: ${job?.message}`)
    taken.push({ ...side, backupId, floor, ceiling: side.writers.mark() })
  }
  return { taken, problems }
}

async function restore(
  setup: BackupSetup,
  options: { taken: Taken[]; killAfterMs: number; counts: Counts; round: number },
) {
  const { taken, counts, round } = options
  const before = await countProjects(setup)
  for (const { project, backupId } of taken) {
    const path = `/api/project/${project.projectId}/backup/${backupId}/restore`
    await must(callerOf(setup), {
      path,
      body: { into: 'new', name: `${project.name} again ${round}` },
    })
  }
  await killAndStart(setup, options.killAfterMs)
  const problems: string[] = []
  for (const one of taken) {
    const { project, writers, floor, ceiling } = one
    const say = (words: string) => problems.push(`${project.database}: ${words}`)
    const path = `/api/project/${project.projectId}/restore`
    const job = await ended(setup, { path, name: 'restore' }, counts.limitMs)
    const projectId = job?.projectId
    if (job?.state !== 'done' || !projectId) say(`the restore ${job?.state}: ${job?.message}`)
    else {
      const held = await readPair(callerOf(setup), projectId)
      for (const words of checkConsistency(held, { writers, floor, ceiling })) say(words)
      for (const words of await checkFiles(callerOf(setup), { project, projectId })) say(words)
      const rows = await countBulk(callerOf(setup), projectId)
      if (rows !== project.rows) say(`${rows} rows of ${project.rows}`)
    }
  }
  const made = (await countProjects(setup)) - before
  if (made !== taken.length) problems.push(`${taken.length} restores created ${made} projects`)
  problems.push(...(await leftovers(setup)))
  return problems
}

async function countProjects(setup: BackupSetup): Promise<number> {
  const body = await must(callerOf(setup), { method: 'GET', path: '/api/project' })
  return (body.projects as unknown[]).length
}

/** Restores over projects on both databases, killed together; and the commands, each killed alone. */
async function killMore(
  setup: BackupSetup,
  { counts, rounds }: { counts: Counts; rounds: number },
): Promise<string[]> {
  const size = counts === FULL ? LARGER : SMALL
  const spreadMs = counts === FULL ? 4_000 : 300
  const { limitMs } = counts
  for (let round = 1; round <= rounds; round += 1) {
    const since = performance.now()
    const overs: Awaited<ReturnType<typeof prepareOver>>[] = []
    for (const database of ENGINES)
      overs.push(await prepareOver(setup, { database, ...size, limitMs }))
    for (const over of overs) await over.begin()
    await killAndStart(setup, Math.random() * spreadMs)
    const found = await Promise.all([
      ...overs.map((over) => over.judge()),
      ...ENGINES.map((database) => killCommands(setup, { database, ...size, spreadMs })),
    ])
    const problems = [...found.flat(), ...(await leftovers(setup))]
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(
      `  over and by command, round ${round}: ${seconds} s, ${problems.length} violations`,
    )
    if (problems.length > 0) return problems.map((words) => `round ${round}: ${words}`)
  }
  return []
}

async function run(counts: Counts): Promise<SuiteResult> {
  const setup = await open(counts)
  const violations: string[] = []
  for (let round = 1; round <= counts.rounds; round += 1) {
    const since = performance.now()
    const spread = counts.spreadMs
    const { taken, problems } = await backUp(setup, {
      killAfterMs: Math.random() * spread,
      limitMs: counts.limitMs,
    })
    if (round === counts.rounds) for (const { writers } of setup.sides) await writers.stop()
    const killAfterMs = Math.random() * spread
    problems.push(...(await restore(setup, { taken, killAfterMs, counts, round })))
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    console.log(
      `  round ${round}: killed in both, over after ${seconds} s, ${problems.length} violations`,
    )
    violations.push(...problems.map((words) => `round ${round}: ${words}`))
    if (problems.length > 0) break
  }
  for (const { writers } of setup.sides) await writers.stop()
  const more = counts === FULL ? OVER_ROUNDS : 1
  if (violations.length === 0) violations.push(...(await killMore(setup, { counts, rounds: more })))
  const written = setup.sides.map(({ writers }) =>
    writers.mark().started.reduce((sum, one) => sum + one, 0),
  )
  await close(setup)
  const { rounds, rows, files, clients } = counts
  const figures =
    `${rounds * 2} kills, ${more * ENGINES.length} of restores over a project and ${more * ENGINES.length * 3} of commands, ${rows} rows and ${files} files on each engine, ${clients} clients each, ` +
    `${written.join(' and ')} pairs written; every restore is consistent`
  return { violations, figures }
}

/** Without a snapshot: the tables are read one after the other during writes. */
async function prove(counts: Counts): Promise<SuiteResult> {
  const setup = await open({ ...counts, rows: 0, files: 0 })
  const violations: string[] = []
  for (let attempt = 0; attempt < 20 && violations.length === 0; attempt += 1) {
    for (const { project, writers } of setup.sides) {
      const floor = writers.mark()
      const held = await readPair(callerOf(setup), project.projectId)
      const ceiling = writers.mark()
      violations.push(...checkConsistency(held, { writers, floor, ceiling }))
    }
  }
  await close(setup)
  return { violations, figures: 'tables read one after the other are inconsistent' }
}

/** A project that is being written to is restored to one point in time, whatever is killed. */
export const backup: Suite = {
  name: 'backup',
  run: ({ full }) => run(full ? FULL : REDUCED),
  prove: () => prove(REDUCED),
}
