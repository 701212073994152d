import type { RowSubscription } from '../live-connection.ts'
import type { SentChange, WantedChange } from './delivery.ts'
import type { ReadRow } from './read-rows.ts'

/** A change of a row that its subscriber was sent as the database had it, maybe with this change. */
interface Doubtful {
  readonly outcome: SentChange | undefined
  readonly wanted: WantedChange
}

interface OfRow {
  readonly subscription: RowSubscription
  changes: Doubtful[]
}

/**
 * Changes that may be older than what their subscribers have. The row that was read is the row after one of them, or the
 * one before them all: those up to one with equal values are left out.
 */
export class DoubtfulChanges {
  readonly #rows = new Map<ReadRow, OfRow>()

  add(
    read: ReadRow,
    {
      subscription,
      digest,
      ...change
    }: Doubtful & {
      readonly subscription: RowSubscription
      /** Of the row after the change. */
      readonly digest: string | undefined
    },
  ): void {
    const own = this.#rows.get(read) ?? { subscription, changes: [] }
    this.#rows.set(read, own)
    if (digest === read.digest) own.changes = []
    else own.changes.push(change)
  }

  /** Removes the changes of a row, which the database has to answer. */
  take(read: ReadRow): readonly WantedChange[] {
    const changes = this.#rows.get(read)?.changes ?? []
    this.#rows.delete(read)
    return changes.map(({ wanted }) => wanted)
  }

  /** Removes all changes; those of rows that may have equal values after `end` have to be read again. */
  takeAll(end: number) {
    const newer: SentChange[] = []
    const wanted: { subscription: RowSubscription; change: WantedChange }[] = []
    for (const [{ until }, { subscription, changes }] of this.#rows)
      for (const each of changes) {
        if (until > end) wanted.push({ subscription, change: each.wanted })
        else if (each.outcome) newer.push(each.outcome)
      }
    this.#rows.clear()
    return { newer, wanted }
  }
}
