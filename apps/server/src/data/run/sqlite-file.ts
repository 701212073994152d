import { statSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import type { Statement } from '../compile/sql.ts'
import { answerText, type Repeat, type WritePlan, withAnswer } from '../compile/write-plan.ts'
import { DatabaseFault } from './database-fault.ts'
import type { Recorded, Row, Written } from './row-runner.ts'

/** Below the limit of a statement, so that waiting for a migration is not taken for a runaway. */
const BUSY_MS = 1_500
const MOST_STATEMENTS = 300

/** An environment's file as one thread has it open. */
export class SqliteFile {
  readonly #database: Sqlite.Database
  readonly #statements = new Map<string, Sqlite.Statement<unknown[], Row>>()
  readonly #path: string
  readonly #inode: number
  /** What the transaction that is open has been seen to hold. */
  #release: string | undefined

  constructor(path: string, { isWriter }: { isWriter: boolean }) {
    this.#path = path
    this.#inode = inodeOf(path)
    this.#database = new Sqlite(path, { fileMustExist: true, timeout: BUSY_MS })
    this.#database.pragma('synchronous = FULL')
    this.#database.pragma('foreign_keys = ON')
    if (!isWriter) this.#database.pragma('query_only = ON')
  }

  /** Whether the path still leads to this file, and not to one that was made in its place. */
  get isCurrent(): boolean {
    return inodeOf(this.#path) === this.#inode
  }

  run({ text, values }: Statement): readonly Row[] {
    let statement = this.#statements.get(text)
    if (!statement) {
      if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear()
      statement = this.#database.prepare<unknown[], Row>(text)
      this.#statements.set(text, statement)
    }
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
    this.#release = undefined
    this.run({ text: begin, values: [] })
    try {
      const result = work()
      this.run({ text: 'commit', values: [] })
      return result
    } catch (error) {
      if (this.#database.inTransaction) this.run({ text: 'rollback', values: [] })
      throw error
    }
  }

  /** Runs a write inside the transaction that is open; what fails leaves no trace. */
  write(plan: WritePlan): Written {
    this.run({ text: 'savepoint one', values: [] })
    try {
      const written = plan.repeat ? this.#runOnce(plan, plan.repeat) : this.#runSteps(plan)
      if (written.ok) this.run({ text: 'release one', values: [] })
      else this.#undo()
      return written
    } catch (error) {
      this.#undo()
      throw error
    }
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

  record(): Recorded {
    const rows = this.run({
      text: `select kind, definition from _plinth_catalogue where kind <> 'join'
        union all select 'release', value from _plinth_meta where key = 'release'`,
      values: [],
    }).map(({ kind, definition }) => ({ kind: String(kind), definition: String(definition) }))
    const release = rows.find(({ kind }) => kind === 'release')?.definition ?? ''
    return { release, rows: rows.filter(({ kind }) => kind !== 'release') }
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
