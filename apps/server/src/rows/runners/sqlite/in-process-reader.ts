import type { KnownText } from '../../../databases/sql/render.ts'
import { limitStatements } from '../../../databases/sqlite/catalogue/statement-deadline.ts'
import { DatabaseFault, faultOfSqlite } from '../database-fault.ts'
import type { Row } from '../row-runner.ts'
import { startBusyTime } from './busy-time.ts'
import { SqliteFile } from './sqlite-file.ts'
import type { SqliteRead } from './sqlite-thread.ts'

/** Statements that recently took at most this long run in-process, which blocks the event loop that long. */
const SHORT_MS = 1
/** One interrupted run does not matter, but a run over this limit does, whatever the average. */
const LONG_MS = 10
/** Weight of the last run in the moving average. */
const WEIGHT = 1 / 4
/** After this a table may have grown, so a worker thread runs the statement first. */
const TRUSTED_MS = 10_000

/** What seemed short and is not ends after this, and a worker thread runs it. */
const IN_PROCESS_MS = 50

/** Updates the exponential moving average; a run over LONG_MS resets it. */
export function recordTiming(known: KnownText, ms: number): void {
  const { ms: late } = known
  known.at = performance.now()
  known.ms = late === undefined || late > LONG_MS || ms > LONG_MS ? ms : late + (ms - late) * WEIGHT
}

/**
 * Runs SQLite reads on the request thread, for statements that have proved to be short: passing one to a
 * worker thread and back costs more than running it. Reads of one file within one turn of the event loop
 * share a snapshot.
 */
export class InProcessReader {
  readonly #files = new Map<string, SqliteFile>()
  readonly #snapshots = new Map<string, SqliteFile>()
  #isEndScheduled = false
  /** Timings before this do not count. */
  #trustedSince = 0
  readonly #maxFiles: number

  constructor(maxFiles: number) {
    this.#maxFiles = maxFiles
  }

  isKnownShort({ ms, at }: KnownText): boolean {
    if (ms === undefined || ms > SHORT_MS || at <= this.#trustedSince) return false
    return performance.now() - at < TRUSTED_MS
  }

  /** Undefined if a worker thread should try instead. */
  read(
    { file: path, release, statement }: SqliteRead,
    known: KnownText,
  ): readonly Row[] | undefined {
    const busyTime = startBusyTime()
    try {
      const file = this.#snapshots.get(path) ?? this.#beginSnapshot(path)
      file.expect(release)
      limitStatements(IN_PROCESS_MS)
      const rows = file.run(statement)
      recordTiming(known, busyTime())
      return rows
    } catch (error) {
      known.ms = undefined
      this.endSnapshot(path)
      const fault = error instanceof DatabaseFault ? error.fault : faultOfSqlite(error)
      if (fault?.kind === 'busy' || fault?.kind === 'timeout') return undefined
      throw fault ? new DatabaseFault(fault) : error
    }
  }

  /** Ends the snapshot, so that the next read sees all writes until now. */
  endSnapshot(path: string): void {
    const file = this.#snapshots.get(path)
    if (!file) return
    this.#snapshots.delete(path)
    file.end()
  }

  /** After a bulk write no earlier timing is valid. */
  resetTimings(): void {
    this.#trustedSince = performance.now()
  }

  #beginSnapshot(path: string): SqliteFile {
    const file = this.#open(path)
    file.begin('begin')
    this.#snapshots.set(path, file)
    if (!this.#isEndScheduled) {
      this.#isEndScheduled = true
      setImmediate(() => {
        this.#isEndScheduled = false
        for (const held of this.#snapshots.keys()) this.endSnapshot(held)
      })
    }
    return file
  }

  /** LRU cache of open files. */
  #open(path: string): SqliteFile {
    const known = this.#files.get(path)
    if (known) this.#files.delete(path)
    if (known?.isCurrent) {
      this.#files.set(path, known)
      return known
    }
    known?.close()
    const [oldest] = this.#files
    if (oldest && this.#files.size >= this.#maxFiles) {
      this.endSnapshot(oldest[0])
      this.#files.delete(oldest[0])
      oldest[1].close()
    }
    // Never wait for a lock on the request thread.
    const opened = new SqliteFile(path, { isWriter: false, waitsMs: 0 })
    this.#files.set(path, opened)
    return opened
  }

  close(): void {
    for (const path of this.#snapshots.keys()) this.endSnapshot(path)
    for (const file of this.#files.values()) file.close()
    this.#files.clear()
  }
}
