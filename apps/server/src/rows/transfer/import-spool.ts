import { appendFile } from 'node:fs/promises'
import type { Statement } from '../../databases/sql/render.ts'
import type { RowRequest } from '../request/row-request.ts'
import { compileImportAudit } from '../statements/write/compile-audit.ts'
import { compileCreates } from '../statements/write/compile-import.ts'
import { internalTable } from '../statements/write/internal-table.ts'
import type { SentRow } from '../statements/write/write-plan.ts'
import { countAddedRows, estimateBytes, requireRoom } from '../write/storage-budget.ts'

/** Spool file with one statement per line, until all lines of the import are valid. */
export class ImportSpool {
  readonly #rowRequest: RowRequest
  readonly #path: string
  #bytes = 0

  constructor(rowRequest: RowRequest, path: string) {
    this.#rowRequest = rowRequest
    this.#path = path
  }

  async add(rows: readonly SentRow[]): Promise<void> {
    if (rows.length === 0) return
    this.#bytes += estimateBytes(rows)
    const { environment, table, now } = this.#rowRequest
    const { statement } = compileCreates(environment.model, { table, rows, now, rule: true })
    await this.#append(statement)
  }

  /**
   * Executes the spool in one transaction. A dry run does the same and rolls back. Throws 507 if the project's budget
   * has no room for the rows.
   */
  async write({ isDry, rows }: { isDry: boolean; rows: number }): Promise<void> {
    const { environment, table, now, origin, runner } = this.#rowRequest
    const added = { rows, rowBytes: this.#bytes }
    await requireRoom(this.#rowRequest, added)
    const { staffId = '', requestId } = origin
    const entries = internalTable(environment.placement, '_plinth_audit')
    const action = `imported ${rows} rows`
    const audited = { entries, table, staffId, requestId, now, action }
    await this.#append(compileImportAudit(environment.model, audited))
    const { writer } = origin
    const watched = environment.isWatched ? { writer } : {}
    await runner.writeSpool(environment, { path: this.#path, isDry, ...watched })
    if (!isDry) countAddedRows(this.#rowRequest, added)
  }

  async #append(statement: Statement): Promise<void> {
    await appendFile(this.#path, `${JSON.stringify(statement)}\n`, { mode: 0o600 })
  }
}
