import { statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { WATCHED_KEY } from '../../../databases/engine/row-event.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import type { Statement } from '../../../databases/sql/render.ts'
import { openFile } from '../../../databases/sqlite/catalogue/open-file.ts'
import {
  answerText,
  type Repeat,
  type WritePlan,
  type Writer,
  withAnswer,
} from '../../statements/write/write-plan.ts'
import { DatabaseFault } from '../database-fault.ts'
import { makePage } from '../make-page.ts'
import { recordedOf } from '../recorded-of.ts'
import type { Recorded, Row, RowEvent, Written } from '../row-runner.ts'
import type { SqliteViewColumn } from './sqlite-views.ts'

/** Below the limit of a statement, so that waiting for a migration is not taken for a runaway. */
const BUSY_MS = 1_500
const MOST_STATEMENTS = 300

/** What a file says it holds; its views are asked only when their queries were checked. */
export type SqliteRecord = Omit<Recorded, 'views' | 'refused'>

interface Opening {
  readonly isWriter: boolean
  /** How long to wait for a lock. */
  readonly waitsMs?: number
}

/** An environment's file as one thread has it open. */
export class SqliteFile {
  readonly #database: Sqlite.Database
  readonly #statements = new Map<string, Sqlite.Statement<unknown[], Row>>()
  readonly #path: string
  readonly #inode: number
  /** What the transaction that is open has been seen to hold. */
  #release: string | undefined

  constructor(path: string, { isWriter, waitsMs = BUSY_MS }: Opening) {
    this.#path = path
    this.#inode = inodeOf(path)
    this.#database = openFile(path, { fileMustExist: true, timeout: waitsMs })
    this.#database.pragma('synchronous = FULL')
    this.#database.pragma('foreign_keys = ON')
    if (!isWriter) this.#database.pragma('query_only = ON')
  }

  /** Whether the path still leads to this file, and not to one that was made in its place. */
  get isCurrent(): boolean {
    return inodeOf(this.#path) === this.#inode
  }

  run({ text, values, list }: Statement): readonly Row[] {
    let statement = this.#statements.get(text)
    if (!statement) {
      if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear()
      statement = this.#database.prepare<unknown[], Row>(text)
      if (list) statement.pluck()
      this.#statements.set(text, statement)
    }
    if (list) return [makePage(statement.all(...values) as unknown as string[], list)]
    if (statement.reader) return statement.all(...values)
    statement.run(...values)
    return []
  }

  /** Refuses to go on with what was compiled for another release; asked once in a transaction. */
  expect(release: string): void {
    if (release === this.#release) return
    const [row] = this.run({
      text: `select value from _plinth_meta where key = 'release'`,
      values: [],
    })
    if ((row?.value ?? '') !== release) throw new DatabaseFault({ kind: 'stale' })
    this.#release = release
  }

  /** Everything inside is of one moment, or happens at one. */
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

  /** Ends a transaction whose writes, if there are any, are not meant. */
  end(): void {
    if (this.#database.inTransaction) this.run({ text: 'rollback', values: [] })
  }

  /** Runs a write inside the transaction that is open; what fails leaves no trace. */
  write(plan: WritePlan): Written {
    this.run({ text: 'savepoint one', values: [] })
    try {
      if (plan.writer) this.nameWriter(plan.writer)
      const written = plan.repeat ? this.#runOnce(plan, plan.repeat) : this.#runSteps(plan)
      if (plan.writer) this.nameWriter(undefined)
      if (written.ok) this.run({ text: 'release one', values: [] })
      else this.#undo()
      return written
    } catch (error) {
      this.#undo()
      throw error
    }
  }

  /**
   * A write that is one statement on one row: its answer, or null if it touched none. A statement that fails
   * has done nothing by itself.
   */
  writeAlone(statement: Statement): string | null {
    // An error of a write before this one may have ended the transaction that both were to share.
    if (!this.#database.inTransaction) throw new DatabaseFault({ kind: 'busy' })
    const [row] = this.run(statement)
    return row ? String(row.answer) : null
  }

  /** Told to the triggers until it is taken back, always before the commit. */
  nameWriter(writer: Writer | undefined): void {
    if (!writer) this.run({ text: 'delete from _plinth_writer', values: [] })
    else {
      const text =
        'insert or replace into _plinth_writer (id, by_kind, run_id, depth) values (1, ?, ?, ?)'
      this.run({ text, values: [writer.by, writer.runId, writer.depth] })
    }
  }

  /** The oldest events; a file from before events has none. */
  events(most: number): readonly RowEvent[] {
    const [table] = this.run({
      text: `select 1 from sqlite_schema where name = '_plinth_event'`,
      values: [],
    })
    if (!table) return []
    const text = `select key, '' as environmentId, table_id as tableId, operation, row_id as rowId, row, old,
      by_kind as by, run_id as runId, depth from _plinth_event order by id limit ?`
    return this.run({ text, values: [most] }) as unknown as readonly RowEvent[]
  }

  removeEvents(keys: readonly string[]): void {
    this.run({
      text: 'delete from _plinth_event where key in (select value from json_each(?))',
      values: [JSON.stringify(keys)],
    })
  }

  #undo(): void {
    // Some errors end the whole transaction by themselves.
    if (!this.#database.inTransaction) {
      this.#release = undefined
      return
    }
    this.run({ text: 'rollback to one', values: [] })
    this.run({ text: 'release one', values: [] })
  }

  #runSteps({ checks = [], steps, answer, shape = 'nothing' }: WritePlan): Written {
    let first: readonly Row[] | undefined
    for (const step of [...checks, ...steps]) {
      const { statement, expects, failing } = step
      const rows = this.run(statement)
      if (expects !== undefined && rows.length !== expects) return { ok: false, failing, rows }
      if (step === steps[0]) first = rows
    }
    return { ok: true, text: answerText(shape, answer ? this.run(answer) : (first ?? [])) }
  }

  /** A write that is known from before answers as it did then. */
  #runOnce(plan: WritePlan, repeat: Repeat): Written {
    const [known] = this.run(repeat.find)
    if (known && known.content !== repeat.content)
      return { ok: false, failing: { reason: 'otherRequest' }, rows: [] }
    if (known) return { ok: true, text: String(known.answer) }
    const written = this.#runSteps(plan)
    if (!written.ok) return written
    for (const [at, statement] of repeat.store.entries()) {
      const isLast = at === repeat.store.length - 1
      this.run(isLast ? withAnswer(statement, repeat.answerAt, written.text) : statement)
    }
    return written
  }

  /** What views hand on; one whose query no longer runs has no columns. */
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

  /** Lets the layer below work on the file, inside the transaction that is open. */
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
