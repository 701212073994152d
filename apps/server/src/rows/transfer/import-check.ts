import { type ImportIssue, MAX_IMPORT_ISSUES } from '@plinth/contract'
import type { DataColumn } from '../../databases/sql/data-model.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { parseJson } from '../../foundation/http/parsing/parse-json.ts'
import type { RowRequest } from '../request/row-request.ts'
import { compileTaken } from '../statements/select/compile-taken.ts'
import { compileMissingLinks } from '../statements/write/compile-missing-links.ts'
import type { SentRow } from '../statements/write/write-plan.ts'
import type { RowValidator } from '../values/validate-row.ts'
import { newRowId } from '../write/new-row-id.ts'
import { hashSecrets, validatorFor } from '../write/prepare-rows.ts'

const LINE_LIMITS = { bytes: 1_048_576, depth: 66, keys: 10_000 }
/** Hashing is expensive by design; more values would take an hour. */
const MAX_HASHED = 1_000

interface Waiting {
  readonly line: number
  readonly row: SentRow & { readonly toHash: readonly string[] }
}

/** Validates the lines of an import one by one, and links and unique values batch by batch in the database. */
export class ImportCheck {
  rows = 0
  refused = 0
  readonly issues: ImportIssue[] = []
  readonly #rowRequest: RowRequest
  readonly #validator: RowValidator
  readonly #unique: readonly DataColumn[]
  readonly #seen = new Map<string, Map<unknown, number>>()
  #waiting: Waiting[] = []
  #hashed = 0

  constructor(rowRequest: RowRequest) {
    this.#rowRequest = rowRequest
    this.#validator = validatorFor(rowRequest.table, true)
    this.#unique = [...rowRequest.table.columns.values()].filter(({ definition }) =>
      Boolean(definition && 'isUnique' in definition.options && definition.options.isUnique),
    )
  }

  get waiting(): number {
    return this.#waiting.length
  }

  add(line: number, text: string): void {
    this.rows += 1
    const row = this.#read(line, text)
    if (row) this.#waiting.push({ line, row })
  }

  /** Ends the current batch and returns its valid rows. */
  async take(): Promise<readonly SentRow[]> {
    const batch = this.#waiting
    this.#waiting = []
    if (batch.length === 0) return []
    const bad = new Set([...(await this.#findMissing(batch)), ...(await this.#findTaken(batch))])
    this.refused += bad.size
    const rows: SentRow[] = []
    for (const { line, row } of batch)
      if (!bad.has(line)) rows.push(await hashSecrets(row, row.toHash))
    return rows
  }

  #reject(line: number, issues: readonly { path: string; message: string }[]): undefined {
    this.refused += 1
    for (const issue of issues) this.#addIssue(line, issue)
    return undefined
  }

  #addIssue(line: number, { path, message }: { path: string; message: string }): void {
    if (this.issues.length < MAX_IMPORT_ISSUES) this.issues.push({ line, path, message })
  }

  #read(line: number, text: string): Waiting['row'] | undefined {
    const validated = this.#validator.create(this.#parse(line, text))
    if (!validated.ok) return this.#reject(line, validated.issues)
    const { values, toHash } = validated
    const beside = [...values.keys()].find((name) => {
      const column = this.#rowRequest.table.columns.get(name)
      return column?.relation && !column.cell
    })
    if (beside !== undefined)
      return this.#reject(line, [
        { path: beside, message: 'Is stored in the linked table: import it there' },
      ])
    const file = [...values].find(([name, value]) => value !== null && this.#isFile(name, value))
    if (file)
      return this.#reject(line, [{ path: file[0], message: 'Is a file: upload it instead' }])
    const duplicate = this.#findDuplicate(line, values)
    if (duplicate) return this.#reject(line, [duplicate])
    this.#hashed += toHash.length
    if (this.#hashed > MAX_HASHED)
      throw new ApiError('too_large', `An import has at most ${MAX_HASHED} values to be hashed.`)
    return { id: newRowId(this.#rowRequest.now, this.rows), values, toHash }
  }

  #isFile(name: string, value: unknown): boolean {
    const { type } = this.#rowRequest.table.columns.get(name)?.definition ?? {}
    const isFile = type === 'image' || type === 'file'
    return isFile && !(Array.isArray(value) && value.length === 0)
  }

  #parse(line: number, text: string): unknown {
    try {
      return parseJson(text, LINE_LIMITS)
    } catch (error) {
      const message = error instanceof ApiError ? error.message : 'The line is not valid JSON.'
      throw new ApiError('bad_request', `Line ${line}: ${message}`)
    }
  }

  #findDuplicate(line: number, values: ReadonlyMap<string, unknown>) {
    for (const { name } of this.#unique) {
      const value = values.get(name)
      if (value === null || value === undefined) continue
      const seen = this.#seen.get(name) ?? new Map<unknown, number>()
      this.#seen.set(name, seen)
      const before = seen.get(value)
      if (before !== undefined) return { path: name, message: `Is the same in line ${before}` }
      seen.set(value, line)
    }
    return undefined
  }

  async #findMissing(batch: readonly Waiting[]): Promise<readonly number[]> {
    const { environment, table, runner } = this.#rowRequest
    const rows = batch.map(({ row }) => row)
    const statement = compileMissingLinks(environment.model, { table, rows })
    if (!statement) return []
    const found = await runner.read(environment, statement)
    return found.flatMap(({ path, id }) =>
      this.#addIssueForValue(
        batch,
        { path: String(path), message: 'References a row that does not exist' },
        id,
      ),
    )
  }

  async #findTaken(batch: readonly Waiting[]): Promise<readonly number[]> {
    const { environment, table, runner } = this.#rowRequest
    const bad: number[] = []
    for (const column of this.#unique) {
      const { name } = column
      const values = batch.map(({ row }) => row.values.get(name)).filter((value) => value != null)
      const statement = compileTaken(environment.model, { table, column, values })
      if (!statement) continue
      for (const { value } of await runner.read(environment, statement))
        bad.push(
          ...this.#addIssueForValue(
            batch,
            { path: name, message: 'Another row already has this value' },
            value,
          ),
        )
    }
    return bad
  }

  #addIssueForValue(
    batch: readonly Waiting[],
    issue: { path: string; message: string },
    value: unknown,
  ): readonly number[] {
    const lines = batch.filter(({ row }) => row.values.get(issue.path) === value)
    for (const { line } of lines) this.#addIssue(line, issue)
    return lines.map(({ line }) => line)
  }
}
