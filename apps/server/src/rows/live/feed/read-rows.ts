import { createHash } from 'node:crypto'
import { readStoredObject } from '../../../foundation/platform/stored-json.ts'
import type { RowSubscription } from '../live-connection.ts'

/** A row that a subscription was sent as the database had it. */
export interface ReadRow {
  /** Of its JSON; undefined if it was not visible. */
  readonly digest: string | undefined
  /** Later changes are newer than the row; infinite until the log was read again. */
  until: number
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')
const MAX_DIGESTS = 1_000

/** Digests of rows, each made once for all subscribers that are sent its text. */
export class RowDigests {
  readonly #known = new Map<string, { readonly columns: string; readonly digest: string }>()

  /** Of a row as the log prints it by its columns; undefined if it is not visible. */
  logged(text: string | undefined): string | undefined {
    return text === undefined ? undefined : this.#find(text, '', () => text)
  }

  /** Of a row that the database answered, equal to that of the same row in the log. */
  answered(text: string | undefined, columns: readonly string[]): string | undefined {
    if (text === undefined) return undefined
    return this.#find(text, columns.join(), () => {
      const row = readStoredObject(text, 'row')
      return JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name] ?? null])))
    })
  }

  #find(text: string, columns: string, print: () => string): string {
    const known = this.#known.get(text)
    if (known?.columns === columns) return known.digest
    if (this.#known.size >= MAX_DIGESTS) this.#known.clear()
    const digest = digestOf(print())
    this.#known.set(text, { columns, digest })
    return digest
  }
}

/**
 * Rows that were read from the database after the changes that they were sent for. The log may have further changes that
 * were made before the read: sent as they were logged, they would be older than what the client has.
 */
export class ReadRows {
  readonly #rows = new Map<RowSubscription, Map<string, ReadRow>>()
  #unsettled: ReadRow[] = []

  add(subscription: RowSubscription, rowId: string, digest: string | undefined): void {
    const own = this.#rows.get(subscription) ?? new Map<string, ReadRow>()
    const row = { digest, until: Number.POSITIVE_INFINITY }
    this.#rows.set(subscription, own.set(rowId, row))
    this.#unsettled.push(row)
  }

  /** Called before a read of the log begins, whose end the result takes: it has the changes from before the reads. */
  beforeLog(): (end: number) => void {
    const rows = [...this.#unsettled]
    return (end) => {
      for (const row of rows) row.until = Math.min(row.until, end)
      this.#unsettled = this.#unsettled.filter(({ until }) => until === Number.POSITIVE_INFINITY)
    }
  }

  /** The row, if a change at this position may be older. */
  find(subscription: RowSubscription, rowId: string, position: number): ReadRow | undefined {
    const row = this.#rows.get(subscription)?.get(rowId)
    return row && position <= row.until ? row : undefined
  }

  /** The changes up to here were delivered to these subscriptions. */
  forget(position: number, isDelivered: (subscription: RowSubscription) => boolean): void {
    for (const [subscription, own] of this.#rows) {
      if (!isDelivered(subscription)) continue
      for (const [rowId, { until }] of own) if (until <= position) own.delete(rowId)
      if (own.size === 0) this.#rows.delete(subscription)
    }
  }

  delete(subscription: RowSubscription): void {
    this.#rows.delete(subscription)
  }

  /** Positions mean something else now. */
  clear(): void {
    this.#rows.clear()
    this.#unsettled = []
  }
}
