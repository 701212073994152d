import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from '../../../databases/sql/render.ts'
import { limitStatements } from '../../../databases/sqlite/catalogue/statement-deadline.ts'
import {
  findOtherViews,
  type PassingViews,
  repairViews,
} from '../../../databases/sqlite/migrate/repair-views.ts'
import { lowerThread } from '../../../foundation/concurrency/lower-priority.ts'
import type { WritePlan } from '../../statements/write/write-plan.ts'
import { DatabaseFault, type Fault, faultOfSqlite } from '../database-fault.ts'
import type { LogRead, Row } from '../row-runner.ts'
import { startBusyTime } from './busy-time.ts'
import { SqliteFile } from './sqlite-file.ts'
import { endSqliteEvents, readSqliteEvents, readSqliteLog, trimSqliteLog } from './sqlite-log.ts'

export interface SqliteRead {
  readonly file: string
  readonly release: string
  readonly statement: Statement
}

/** The rows of a read, and its execution time. */
export interface SqliteReadResult {
  readonly rows: readonly Row[]
  readonly ms: number
}

/** A job on one file, as sent to a worker thread. */
export type SqliteJob = { readonly file: string } & (
  | ({ readonly kind: 'read' } & SqliteRead)
  | { readonly kind: 'alone'; readonly release: string; readonly statement: Statement }
  | { readonly kind: 'write'; readonly release: string; readonly plan: WritePlan }
  | { readonly kind: 'record' }
  | { readonly kind: 'view-columns'; readonly views: readonly string[] }
  | ({ readonly kind: 'other-views' } & PassingViews)
  | ({ readonly kind: 'repair-views'; readonly release: string } & PassingViews)
  | { readonly kind: 'events'; readonly most: number; readonly maxBytes: number }
  | { readonly kind: 'end-events'; readonly keys: readonly string[] }
  | { readonly kind: 'trim-log' }
  | ({ readonly kind: 'read-log' } & LogRead)
)

export type SqliteOutcome =
  | { readonly answer: unknown }
  | { readonly fault: Fault }
  | { readonly error: string }

/** Messages of a worker thread: `ready` once, then the outcomes of each batch. */
export type SqliteMessage = 'ready' | readonly SqliteOutcome[]

/** Start options of a worker thread. */
export interface SqliteThreadData {
  readonly isWriter: boolean
  readonly maxFiles: number
  readonly statementMs: number
  /** Its files are removed when it ends. */
  readonly isTemporary?: boolean | undefined
}

// Without a parent port this is a process, which gets them as an argument.
const { isWriter, maxFiles, statementMs, isTemporary }: SqliteThreadData = parentPort
  ? workerData
  : JSON.parse(process.argv[2] ?? '')
// The event loop of the process comes first. A process is lowered by its parent.
if (parentPort && !isWriter) lowerThread()
const files = new Map<string, SqliteFile>()

/** LRU cache of open files. */
function open(path: string): SqliteFile {
  const known = files.get(path)
  if (known) {
    files.delete(path)
    if (known.isCurrent) {
      files.set(path, known)
      return known
    }
    known.close()
  }
  const [oldest] = files
  if (oldest && files.size >= maxFiles) {
    files.delete(oldest[0])
    oldest[1].close()
  }
  const opened = new SqliteFile(path, { isWriter, isTemporary })
  files.set(path, opened)
  return opened
}

function outcomeOf(work: () => unknown): SqliteOutcome {
  try {
    return { answer: work() }
  } catch (error) {
    const fault = error instanceof DatabaseFault ? error.fault : faultOfSqlite(error)
    return fault ? { fault } : { error: error instanceof Error ? error.message : String(error) }
  }
}

function timed(file: SqliteFile, statement: Statement): SqliteReadResult {
  const busyTime = startBusyTime()
  const rows = file.run(statement)
  return { rows, ms: busyTime() }
}

/** Below the time after which the pool gives the thread up. */
const DEADLINE_MS = statementMs * 0.75

function runOn(file: SqliteFile, job: SqliteJob): unknown {
  limitStatements(DEADLINE_MS)
  if (job.kind === 'record') return file.record()
  if (job.kind === 'view-columns') return job.views.flatMap((view) => file.viewColumns(view))
  if (job.kind === 'other-views') return file.use((database) => findOtherViews(database, job))
  if (job.kind === 'events')
    return readSqliteEvents(file, { max: job.most, maxBytes: job.maxBytes })
  if (job.kind === 'end-events') return endSqliteEvents(file, job.keys)
  if (job.kind === 'trim-log') return trimSqliteLog(file)
  if (job.kind === 'read-log') return readSqliteLog(file, job)
  file.expect(job.release)
  if (job.kind === 'read') return timed(file, job.statement)
  if (!isWriter) throw new Error('sqlite: write job on a reader thread')
  if (job.kind === 'repair-views') return file.use((database) => repairViews(database, job))
  return job.kind === 'alone' ? file.writeAlone(job.statement) : file.write(job.plan)
}

/**
 * Writes to one file share a commit, which waits for the disk once, and reads of one file share a snapshot.
 * Each job can still fail alone.
 */
function runOnFile(path: string, jobs: readonly SqliteJob[]): readonly SqliteOutcome[] {
  const whole = outcomeOf(() => {
    const file = open(path)
    return file.within(isWriter ? 'begin immediate' : 'begin', () =>
      jobs.map((job) => outcomeOf(() => runOn(file, job))),
    )
  })
  return 'answer' in whole ? (whole.answer as SqliteOutcome[]) : jobs.map(() => whole)
}

function post(word: SqliteMessage): void {
  if (parentPort) parentPort.postMessage(word)
  else process.send?.(word)
}

function runBatch(jobs: readonly SqliteJob[]): void {
  const outcomes = new Map<SqliteJob, SqliteOutcome>()
  for (const path of new Set(jobs.map(({ file }) => file))) {
    const own = jobs.filter(({ file }) => file === path)
    const results = runOnFile(path, own)
    for (const [at, job] of own.entries()) outcomes.set(job, results[at] ?? { error: 'lost' })
  }
  post(jobs.map((job) => outcomes.get(job) ?? { error: 'lost' }))
}

if (parentPort) parentPort.on('message', runBatch)
else process.on('message', runBatch)
post('ready')
