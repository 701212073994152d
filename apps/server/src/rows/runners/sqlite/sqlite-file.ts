import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { WATCHED_KEY } from '../../../databases/engine/row-event.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import type { Statement } from '../../../databases/sql/render.ts'
import { openFile } from '../../../databases/sqlite/catalogue/open-file.ts'
import {
  type Idempotency,
  toWritten,
  type WritePlan,
  type Writer,
  withAnswer,
} from '../../statements/write/write-plan.ts'
import { DatabaseFault } from '../database-fault.ts'
import { cutRows, makePage } from '../make-page.ts'
import { recordedOf } from '../recorded-of.ts'
import type { Recorded, Row, Written } from '../row-runner.ts'
import type { SqliteViewColumn } from './sqlite-views.ts'

/** Below the statement timeout, so that waiting for a migration does not count as a runaway statement. */
const BUSY_MS = 1_500
const MAX_STATEMENTS = 300

/** The recorded configuration of a file; views are read only after their queries were checked. */
export type SqliteRecord = Omit<Recorded, 'views' | 'refused'>

interface Opening {
  readonly isWriter: boolean
  /** How long to wait for a lock. */
  readonly waitsMs?: number
  /** Need not survive a crash, so that no write waits for the disk. */
  readonly isTemporary?: boolean | undefined
}

/** An environment's file, opened by one thread. */
export class SqliteFile {
  readonly #database: Sqlite.Database
  readonly #statements = new Map<string, Sqlite.Statement<unknown[], Row>>()
  readonly #path: string
  readonly #inode: number
  /** The release that the open transaction was seen to have. */
  #release: string | undefined

  constructor(path: string, { isWriter, waitsMs = BUSY_MS, isTemporary }: Opening) {
    this.#path = path
    this.#inode = inodeOf(path)
    this.#database = openFile(path, { fileMustExist: true, timeout: waitsMs })
    this.#database.pragma(`synchronous = ${isTemporary ? 'OFF' : 'FULL'}`)
    this.#database.pragma('foreign_keys = ON')
    if (!isWriter) this.#database.pragma('query_only = ON')
  }

  /** Whether the path still leads to this file, not to a replacement. */
  get isCurrent(): boolean {
    return inodeOf(this.#path) === this.#inode
  }

  run({ text, values, list, maxBytes, minRows = 0 }: Statement): readonly Row[] {
    let statement = this.#statements.get(text)
    if (!statement) {
      if (this.#statements.size >= MAX_STATEMENTS) this.#statements.clear()
      statement = this.#database.prepare<unknown[], Row>(text)
      if (list) statement.pluck()
      this.#statements.set(text, statement)
    }
    if (list) return [makePage(statement.all(...values) as unknown as string[], list)]
    if (maxBytes !== undefined) return cutRows(statement.iterate(...values), { maxBytes, minRows })
    if (statement.reader) return statement.all(...values)
    statement.run(...values)
    return []
  }

  /** Throws `stale` if the statement was compiled for another release; reads it once per transaction. */
  expect(release: string): void {
    if (release === this.#release) return
    const [row] = this.run({
      text: `select value from _plinth_meta where key = 'release'`,
      values: [],
    })
    if ((row?.value ?? '') !== release) throw new DatabaseFault({ kind: 'stale' })
    this.#release = release
  }

  /** Runs the work in one transaction. */
  within<T>(begin: 'begin' | 'begin immediate', work: () => T): T {
    this.begin(begin)
    try {
      const result = work()
      this.run({ text: 'commit', values: [] })
      return result
    } catch (error) {
      this.end()
      throw error
    }
  }

  begin(text: 'begin' | 'begin immediate'): void {
    this.#release = undefined
    this.run({ text, values: [] })
  }

  /** Rolls back an open transaction. */
  end(): void {
    if (this.#database.inTransaction) this.run({ text: 'rollback', values: [] })
  }

  /** Runs a write inside the open transaction; a failed one leaves no changes. */
  write(plan: WritePlan): Written {
    this.run({ text: 'savepoint one', values: [] })
    try {
      if (plan.writer) this.nameWriter(plan.writer)
      const written = plan.repeat ? this.#runOnce(plan, plan.repeat) : this.#runSteps(plan)
      if (plan.writer) this.nameWriter(undefined)
      if (written.ok) this.run({ text: 'release one', values: [] })
      else this.#rollBack()
      return written
    } catch (error) {
      this.#rollBack()
      throw error
    }
  }

  /**
   * Runs a write that is one statement on one row: returns its answer, which is empty if the row is too large, or null if
   * it affected none. A failed statement has no effect by itself.
   */
  writeAlone(statement: Statement): string | null {
    // An error in an earlier write may have ended the shared transaction.
    if (!this.#database.inTransaction) throw new DatabaseFault({ kind: 'busy' })
    const [row] = this.run(statement)
    return row ? String(row.answer ?? '') : null
  }

  /** Read by the event triggers; must be cleared before the commit. */
  nameWriter(writer: Writer | undefined): void {
    if (!writer) this.run({ text: 'delete from _plinth_writer', values: [] })
    else {
      const text =
        'insert or replace into _plinth_writer (id, by_kind, run_id, depth) values (1, ?, ?, ?)'
      this.run({ text, values: [writer.by, writer.runId, writer.depth] })
    }
  }

  #rollBack(): void {
    // Some errors roll back the whole transaction by themselves.
    if (!this.#database.inTransaction) {
      this.#release = undefined
      return
    }
    this.run({ text: 'rollback to one', values: [] })
    this.run({ text: 'release one', values: [] })
  }

  #runSteps(plan: WritePlan): Written {
    const { checks = [], steps, answer } = plan
    let first: readonly Row[] | undefined
    for (const step of [...checks, ...steps]) {
      const { statement, expects, failing } = step
      const rows = this.run(statement)
      if (expects !== undefined && rows.length !== expects) return { ok: false, failing, rows }
      if (step === steps[0]) first = rows
    }
    return toWritten(plan, answer ? this.run(answer) : (first ?? []))
  }

  /** Returns the stored answer of a repeated Idempotency-Key. */
  #runOnce(plan: WritePlan, repeat: Idempotency): Written {
    const [known] = this.run(repeat.find)
    if (known && known.content !== repeat.content)
      return { ok: false, failing: { reason: 'otherRequest' }, rows: [] }
    if (known) return { ok: true, text: String(known.answer), isRepeat: true }
    const written = this.#runSteps(plan)
    if (!written.ok) return written
    for (const [at, statement] of repeat.store.entries()) {
      const isLast = at === repeat.store.length - 1
      this.run(isLast ? withAnswer(statement, repeat.answerAt, written.text) : statement)
    }
    return written
  }

  /** The columns of a view; none if its query no longer runs. */
  viewColumns(view: string): readonly SqliteViewColumn[] {
    try {
      const columns = this.#database.prepare(`select * from ${quoteName(view)}`).columns()
      return columns.map(({ name, table, column }) => ({
        table: view,
        name,
        origin: table && column ? { table, column } : undefined,
      }))
    } catch {
      return []
    }
  }

  record(): SqliteRecord {
    return recordedOf(
      this.run({
        text: `select kind, definition from _plinth_catalogue where kind <> 'join'
          union all select key, value from _plinth_meta where key in ('release', '${WATCHED_KEY}')`,
        values: [],
      }),
    )
  }

  /** Gives the migration code access to the file, inside the open transaction. */
  use<T>(work: (database: Sqlite.Database) => T): T {
    return work(this.#database)
  }

  close(): void {
    this.#database.close()
  }
}

function inodeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new DatabaseFault({ kind: 'stale' })
  return found.ino
}
