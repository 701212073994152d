import { appendFile } from 'node:fs/promises'
import { quoteName } from '../../databases/sql/quote-name.ts'
import type { Statement } from '../../databases/sql/render.ts'
import { raw } from '../../foundation/platform/sql.ts'
import type { Ask } from '../request/ask.ts'
import { compileImported } from '../statements/write/compile-audit.ts'
import { compileCreates } from '../statements/write/compile-import.ts'
import type { SentRow } from '../statements/write/write-plan.ts'

/** Statements of an import, one per line of a file, until it is known that all are good. */
export class ImportSpool {
  readonly #ask: Ask
  readonly #path: string

  constructor(ask: Ask, path: string) {
    this.#ask = ask
    this.#path = path
  }

  async add(rows: readonly SentRow[]): Promise<void> {
    if (rows.length === 0) return
    const { environment, table, now } = this.#ask
    const { statement } = compileCreates(environment.model, { table, rows, now, rule: true })
    await this.#append(statement)
  }

  /** Writes everything in one transaction; a dry run goes all the way and then takes it back. */
  async write({ isDry, rows }: { isDry: boolean; rows: number }): Promise<void> {
    const { environment, table, now, origin, runner } = this.#ask
    const { staffId = '', requestId } = origin
    const entries = raw(`${quoteName(environment.placement.schema)}._plinth_audit`)
    const action = `imported ${rows} rows`
    const audited = { entries, table, staffId, requestId, now, action }
    await this.#append(compileImported(environment.model, audited))
    const { writer } = origin
    const told = environment.isWatched ? { writer } : {}
    await runner.writeSpool(environment, { path: this.#path, isDry, ...told })
  }

  async #append(statement: Statement): Promise<void> {
    await appendFile(this.#path, `${JSON.stringify(statement)}\n`, { mode: 0o600 })
  }
}
