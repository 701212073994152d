import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../apps/server/src/foundation/embedded/testing/free-port.ts'
import { type BackupProject, makeBackupProject } from '../../faults/backup/backup-project.ts'
import { checkConsistency, checkFiles, readPair } from '../../faults/backup/check-backup.ts'
import { startWriters } from '../../faults/backup/writers.ts'
import { signIn } from '../../faults/stack/call.ts'
import {
  embeddedDatabaseUrl,
  makeDataDir,
  removeDataDir,
  startStack,
} from '../../faults/stack/stack.ts'
import type { Measured, Measurement } from '../measure/measurement.ts'
import { round } from '../measure/statistics.ts'
import { type BackupBench, callerOf, finish, seconds } from './backup-bench.ts'
import { type Beside, dumpBeside } from './dump-beside.ts'
import { exportBeside } from './export-beside.ts'
import { readPeak, resetPeak } from './peak-memory.ts'
import { placementOf, sumOf } from './rows-of.ts'

const run = promisify(execFile)
const ROWS = Number(process.env.BENCH_ROWS ?? 1_000_000)
const FILES = Number(process.env.BENCH_FILES ?? 1_000)
const CLIENTS = 50
const ENGINES = ['sqlite3', 'postgres'] as const

/** Baseline: the database's own tool for the rows only. */
async function besides(
  setup: BackupBench,
  project: BackupProject,
): Promise<Beside & { bytes: number }> {
  const { dataDir } = setup
  const { database, schema } = await placementOf(setup, project.projectId)
  const out = join(dataDir, `beside-${project.database}.out`)
  const bytes = () => statSync(out).size
  if (project.database === 'postgres') {
    const url = embeddedDatabaseUrl(dataDir, database)
    return { ...(await dumpBeside({ dataDir, url, schema, out })), bytes: bytes() }
  }
  const file = join(dataDir, 'projects', database)
  const took = await seconds(() => run('sqlite3', [file, `vacuum into '${out}'`]))
  return { tool: 'VACUUM INTO', seconds: took, bytes: bytes() }
}

/** Duration of the work, and the server's peak memory during it. */
async function watched(setup: BackupBench, work: () => Promise<unknown>) {
  resetPeak(setup.stack.pid)
  const took = await seconds(work)
  return { seconds: round(took, 1), peakMb: readPeak(setup.stack.pid) }
}

async function measure(setup: BackupBench, project: BackupProject) {
  const base = `/api/project/${project.projectId}`
  const back = { start: `${base}/backup`, watch: (id: string) => `${base}/backup/${id}`, body: {} }
  const idleMb = readPeak(setup.stack.pid)
  const alone = await watched(setup, () => finish(setup, back))
  const writers = startWriters(() => callerOf(setup), { project, count: CLIENTS })
  const count = () => writers.mark().started.reduce((sum, one) => sum + one, 0)
  while (count() < 10 * CLIENTS) await new Promise((resolve) => setTimeout(resolve, 20))
  const [floor, before] = [writers.mark(), count()]
  let made: Awaited<ReturnType<typeof finish>> | undefined
  const under = await watched(setup, async () => {
    made = await finish(setup, back)
  })
  const [ceiling, pairs] = [writers.mark(), count() - before]
  await writers.stop()
  let projectId = ''
  const restored = await watched(setup, async () => {
    const job = await finish(setup, {
      start: `${base}/backup/${made?.id}/restore`,
      watch: () => `${base}/restore`,
      body: { into: 'new', name: `${project.name} again` },
    })
    projectId = String(job.projectId)
  })
  const held = await readPair(callerOf(setup), projectId)
  const [own, copy] = [await sumOf(setup, project.projectId), await sumOf(setup, projectId)]
  const violations = [
    ...checkConsistency(held, { writers, floor, ceiling }),
    ...(await checkFiles(callerOf(setup), { project, projectId })),
    ...(own.rows === ROWS && own.digest === copy.digest ? [] : [`${copy.rows} rows of ${ROWS}`]),
  ]
  const exported = await exportBeside(setup, project.projectId)
  return {
    database: project.database,
    idleMb,
    alone,
    under: { ...under, pairs },
    restored,
    bytes: Number(made?.bytes),
    beside: await besides(setup, project),
    exported,
    violations: [...violations, ...exported.violations].map((one) => `${project.database}: ${one}`),
  }
}

type Result = Awaited<ReturnType<typeof measure>>
const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

function inWords({ database, alone, under, restored, beside, bytes, exported }: Result): string {
  const each = [
    `${alone.seconds} s alone`,
    `${under.seconds} s under ${CLIENTS} clients (${under.pairs} pairs of rows written meanwhile)`,
    `restored in ${restored.seconds} s to a consistent state`,
    `${beside.tool} ${beside.seconds.toFixed(1)} s`,
    `${mb(bytes)} beside ${mb(beside.bytes)}`,
    `server peak memory ${under.peakMb} MB during backup, ${restored.peakMb} during restore`,
    `export ${exported.seconds.toFixed(1)} s at most ${exported.peakMb} MB`,
    `loaded by psql in ${exported.psql.toFixed(1)} s and by sqlite3 in ${exported.sqlite3.toFixed(1)} s`,
  ]
  return `${database}: ${each.join(', ')}`
}

async function runAll(): Promise<Measured> {
  const dataDir = makeDataDir()
  const port = await freePort()
  const env = { PORT: String(port), PLINTH_BASE_URL: `http://127.0.0.1:${port}` }
  const stack = await startStack({ dataDir, env })
  const results: Result[] = []
  try {
    const setup: BackupBench = { stack, dataDir, token: await signIn(stack.address) }
    for (const database of ENGINES) {
      const project = await makeBackupProject(callerOf(setup), {
        database,
        rows: ROWS,
        files: FILES,
      })
      results.push(await measure(setup, project))
      console.log(`  ${results.map(inWords).at(-1)}`)
    }
  } finally {
    await stack.stop()
    removeDataDir(dataDir)
  }
  return {
    figures: `${ROWS} rows and ${FILES} files each; ${results.map(inWords).join('; ')}`,
    violations: results.flatMap(({ violations }) => violations),
    result: { rows: ROWS, files: FILES, clients: CLIENTS, results },
  }
}

/** Duration of a backup, its restore and an export, compared with the databases' own tools for the rows only. */
export const backup: Measurement = { name: 'backup', run: runAll }
