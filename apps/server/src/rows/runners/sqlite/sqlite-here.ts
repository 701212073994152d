import type { KnownText } from '../../../databases/sql/render.ts'
import { DatabaseFault, faultOfSqlite } from '../database-fault.ts'
import type { Row } from '../row-runner.ts'
import { SqliteFile } from './sqlite-file.ts'
import type { SqliteRead } from './sqlite-thread.ts'

/** A statement that lately took no longer than this is asked here; everybody else waits for that long. */
const SHORT_MS = 1
/** What was interrupted once is still short; what took this long is not, whatever it was before. */
const LONG_MS = 10
/** How much the last run says of the next. */
const WEIGHT = 1 / 4
/** After this a table may have grown, so a thread has the first look again. */
const TRUSTED_MS = 10_000

/** Notes how long a statement took, in the middle of late; a long run and whatever comes after one stand for themselves. */
export function noteRun(known: KnownText, ms: number): void {
  const { ms: late } = known
  known.at = performance.now()
  known.ms = late === undefined || late > LONG_MS || ms > LONG_MS ? ms : late + (ms - late) * WEIGHT
}

/**
 * Reads of SQLite on the thread that serves requests, for statements that have shown to be short: handing one
 * over to another thread and back costs more than running it. Reads of one file within one turn of the event
 * loop are of one moment.
 */
export class SqliteHere {
  readonly #files = new Map<string, SqliteFile>()
  readonly #held = new Map<string, SqliteFile>()
  #isEnding = false
  /** What was measured earlier no longer counts. */
  #trustedSince = 0
  readonly #mostFiles: number

  constructor(mostFiles: number) {
    this.#mostFiles = mostFiles
  }

  trusts({ ms, at }: KnownText): boolean {
    if (ms === undefined || ms > SHORT_MS || at <= this.#trustedSince) return false
    return performance.now() - at < TRUSTED_MS
  }

  /** Undefined when a thread should try instead. */
  read(
    { file: path, release, statement }: SqliteRead,
    known: KnownText,
  ): readonly Row[] | undefined {
    const since = performance.now()
    try {
      const file = this.#held.get(path) ?? this.#hold(path)
      file.expect(release)
      const rows = file.run(statement)
      noteRun(known, performance.now() - since)
      return rows
    } catch (error) {
      known.ms = undefined
      this.letGo(path)
      const fault = error instanceof DatabaseFault ? error.fault : faultOfSqlite(error)
      if (fault?.kind === 'busy') return undefined
      throw fault ? new DatabaseFault(fault) : error
    }
  }

  /** What is read next sees what has been written until now. */
  letGo(path: string): void {
    const file = this.#held.get(path)
    if (!file) return
    this.#held.delete(path)
    file.end()
  }

  /** Many rows have come or gone at once: no time that was measured before says anything now. */
  distrust(): void {
    this.#trustedSince = performance.now()
  }

  #hold(path: string): SqliteFile {
    const file = this.#open(path)
    file.begin('begin')
    this.#held.set(path, file)
    if (!this.#isEnding) {
      this.#isEnding = true
      setImmediate(() => {
        this.#isEnding = false
        for (const held of this.#held.keys()) this.letGo(held)
      })
    }
    return file
  }

  /** The file, kept open since the last time; the longest unused one makes room. */
  #open(path: string): SqliteFile {
    const known = this.#files.get(path)
    if (known) this.#files.delete(path)
    if (known?.isCurrent) {
      this.#files.set(path, known)
      return known
    }
    known?.close()
    const [oldest] = this.#files
    if (oldest && this.#files.size >= this.#mostFiles) {
      this.letGo(oldest[0])
      this.#files.delete(oldest[0])
      oldest[1].close()
    }
    // Nobody waits here for a lock.
    const opened = new SqliteFile(path, { isWriter: false, waitsMs: 0 })
    this.#files.set(path, opened)
    return opened
  }

  close(): void {
    for (const path of this.#held.keys()) this.letGo(path)
    for (const file of this.#files.values()) file.close()
    this.#files.clear()
  }
}
