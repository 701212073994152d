import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { onlyStepOf, planReadsComputed, toWritten } from '../../statements/write/write-plan.ts'
import { MAX_EVENT_BYTES } from '../log-retention.ts'
import {
  type LogPage,
  type RowEvent,
  type RowRunner,
  STATEMENT_TIMEOUT_MS,
  type Written,
} from '../row-runner.ts'
import { checkSqliteViews } from './check-sqlite-views.ts'
import { InProcessReader, recordTiming } from './in-process-reader.ts'
import { maxOpenFiles } from './max-open-files.ts'
import { sampleViews } from './sample-views.ts'
import type { SqliteRecord } from './sqlite-file.ts'
import { runSqliteQuery } from './sqlite-query.ts'
import { openSqliteSandboxes } from './sqlite-sandbox.ts'
import { writeSqliteSpool } from './sqlite-spool.ts'
import type { SqliteJob, SqliteReadResult } from './sqlite-thread.ts'
import { type SqliteViewColumn, typeViews } from './sqlite-views.ts'
import { SqliteWorkerPool } from './sqlite-worker-pool.ts'

const WRITERS = 2
const LOG_READERS = 1
/** Of several threads or processes one file has at most all but one. */
const COMPUTED_READERS = 3
const COMPUTED_WRITERS = 2

/** The threads and processes, which files share fairly. */
function openPools(statementMs: number) {
  const size = Math.min(4, Math.max(2, availableParallelism())) + 1
  const maxFiles = maxOpenFiles(size + LOG_READERS + COMPUTED_READERS + COMPUTED_WRITERS + WRITERS)
  const threads = { maxFiles: maxFiles.perThread, statementMs }
  const readers = new SqliteWorkerPool({ ...threads, size, isWriter: false })
  // Live rows and row triggers never wait behind the slow reads of other projects.
  const logReaders = new SqliteWorkerPool({ ...threads, size: LOG_READERS, isWriter: false })
  // A developer's query may never end: it runs in processes, and nothing else waits behind it.
  const isolated = { ...threads, isApart: true }
  const isolatedReaders = { ...isolated, size: COMPUTED_READERS, isWriter: false }
  const computedReaders = new SqliteWorkerPool(isolatedReaders)
  const isolatedWriters = { ...isolated, size: COMPUTED_WRITERS, isWriter: true }
  const computedWriters = new SqliteWorkerPool(isolatedWriters)
  const writers = Array.from(
    { length: WRITERS },
    () => new SqliteWorkerPool({ ...threads, size: 1, isWriter: true }),
  )
  const inProcess = new InProcessReader(maxFiles.inProcess)
  const pools = [readers, logReaders, computedReaders, computedWriters, ...writers]
  const close = async () => {
    inProcess.close()
    for (const pool of pools) await pool.close()
  }
  return { readers, logReaders, computedReaders, computedWriters, writers, inProcess, close }
}

/** Rows in SQLite: short reads in-process, others in worker threads; each file has one writer thread. */
export function openSqliteRunner(dataDir: string, statementMs = STATEMENT_TIMEOUT_MS): RowRunner {
  const folder = join(dataDir, 'projects')
  const pools = openPools(statementMs)
  const { readers, logReaders, computedReaders, computedWriters } = pools
  const { writers, inProcess, close } = pools
  const openSandbox = openSqliteSandboxes({ dataDir, statementMs })
  const paths = new WeakMap<Placement, string>()
  const fileOf = (placement: Placement): string => {
    const known = paths.get(placement)
    if (known !== undefined) return known
    const path = join(folder, placement.database)
    paths.set(placement, path)
    return path
  }
  const writerOf = ({ database }: Placement): SqliteWorkerPool => {
    let sum = 0
    for (let at = 0; at < database.length; at += 1) sum += database.charCodeAt(at)
    return writers[sum % WRITERS] ?? readers
  }
  const read = (job: SqliteJob) => readers.run(job)
  return {
    async read({ placement, release }, asked) {
      const file = fileOf(placement)
      const { known } = asked
      // The time of a developer's query is unpredictable, and only a process can be killed.
      const isComputed = asked.readsComputed === true
      const isShort = known && !isComputed && inProcess.isKnownShort(known)
      const rowsInProcess = isShort && inProcess.read({ file, release, statement: asked }, known)
      if (rowsInProcess) return rowsInProcess
      const { text, values, list, maxBytes, minRows = 0 } = asked
      const cut = maxBytes && { maxBytes, minRows }
      const statement = { text, values, ...(list && { list }), ...cut }
      const pool = isComputed ? computedReaders : readers
      const read = await pool.run({ kind: 'read', file, release, statement }, known?.ms)
      const { rows, ms } = read as SqliteReadResult
      if (known) recordTiming(known, ms)
      return rows
    },
    async write({ placement, release }, plan) {
      const file = fileOf(placement)
      const pool = planReadsComputed(plan) ? computedWriters : writerOf(placement)
      const alone = plan.writer ? undefined : onlyStepOf(plan)
      try {
        if (!alone) return (await pool.run({ kind: 'write', file, release, plan })) as Written
        const { text, values } = alone.statement
        // Transfers little to the thread and back, which costs more than the statement.
        const answer = await pool.run({ kind: 'alone', file, release, statement: { text, values } })
        if (answer === null) return { ok: false, failing: alone.failing, rows: [] }
        return toWritten(plan, [{ answer: answer || null }])
      } finally {
        inProcess.endSnapshot(file)
      }
    },
    async writeSpool({ placement, release }, spool) {
      const file = fileOf(placement)
      try {
        await writeSqliteSpool({ file, release, ...spool })
      } finally {
        inProcess.endSnapshot(file)
        inProcess.resetTimings()
      }
    },
    openSandbox: ({ placement }) => openSandbox(fileOf(placement)),
    query: ({ placement }, asked) => runSqliteQuery(fileOf(placement), asked, statementMs),
    async readRecord(placement) {
      const file = fileOf(placement)
      const record = (await read({ kind: 'record', file })) as SqliteRecord
      const { rows, release } = record
      const { views, refused } = await checkSqliteViews(record, {
        find: async (given) => (await read({ kind: 'other-views', file, ...given })) as string[],
        repair: async (given) => {
          await writerOf(placement).run({ kind: 'repair-views', file, release, ...given })
        },
      })
      if (views.length === 0) return { ...record, views: [], refused }
      const job = { kind: 'view-columns', file, views } as const
      const columns = (await read(job)) as readonly SqliteViewColumn[]
      const samples = await sampleViews(file, { release, rows, columns })
      return { ...record, views: typeViews(columns, { rows, samples }), refused }
    },
    async readEvents(placement, { max: most, maxBytes = MAX_EVENT_BYTES }) {
      const job = { kind: 'events', file: fileOf(placement), most, maxBytes } as const
      const events = (await logReaders.run(job)) as readonly RowEvent[]
      return events.map((event) => ({ ...event, environmentId: placement.environmentId }))
    },
    async endEvents(placement, keys) {
      await writerOf(placement).run({ kind: 'end-events', file: fileOf(placement), keys })
    },
    // The event triggers give positions: a file has one writer at a time, so their order is that of the commits.
    async placeChanges() {},
    async placeAllChanges() {},
    async trimLog(placement) {
      return (await writerOf(placement).run({ kind: 'trim-log', file: fileOf(placement) })) === true
    },
    async readLog(placement, asked) {
      const job = { kind: 'read-log', file: fileOf(placement), ...asked } as const
      return (await logReaders.run(job)) as LogPage | undefined
    },
    close,
  }
}
