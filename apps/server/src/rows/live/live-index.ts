import type { Data } from '@plinth/expression'
import type { Subscription } from './live-connection.ts'

type Subscribers = Set<Subscription>

interface OfTable {
  /** Subscribers that every change concerns. */
  readonly all: Subscribers
  readonly byRow: Map<string, Subscribers>
  /** Subscribers whose rows must have a value, by column and value. */
  readonly byColumn: Map<string, Map<string, Subscribers>>
}

interface Changed {
  readonly tableId: string
  readonly rowId: string
  readonly row: Data
  readonly old: Data | null
}

/** Subscriptions of an environment by the changes that may concern them. */
export class LiveIndex {
  readonly #tables = new Map<string, OfTable>()
  readonly #places = new Map<Subscription, () => void>()
  /** Subscriptions whose rules read the row of their user. */
  readonly needingUsers = new Set<Subscription>()
  /** Subscriptions that the database judges. */
  readonly inDatabase = new Set<Subscription>()

  get size(): number {
    return this.#places.size
  }

  has(subscription: Subscription): boolean {
    return this.#places.has(subscription)
  }

  [Symbol.iterator](): IterableIterator<Subscription> {
    return this.#places.keys()
  }

  add(subscription: Subscription): void {
    this.delete(subscription)
    const { plan, judgement, asked } = subscription
    const tableId = plan.table.id
    const own = this.#tables.get(tableId) ?? {
      all: new Set(),
      byRow: new Map(),
      byColumn: new Map(),
    }
    this.#tables.set(tableId, own)
    if (plan.needsUser) this.needingUsers.add(subscription)
    if (subscription.isInDatabase) this.inDatabase.add(subscription)
    const required = judgement?.required
    const isIndexed = plan.isStable && required && judgement.ruled.logged.has(required.column)
    const leave =
      asked.row !== undefined
        ? enter(own.byRow, asked.row, subscription)
        : isIndexed
          ? enterColumn(own, { ...required, subscription })
          : enterAll(own, subscription)
    this.#places.set(subscription, () => {
      leave()
      if (own.all.size + own.byRow.size + own.byColumn.size === 0) this.#tables.delete(tableId)
    })
  }

  delete(subscription: Subscription): boolean {
    this.#places.get(subscription)?.()
    this.needingUsers.delete(subscription)
    this.inDatabase.delete(subscription)
    return this.#places.delete(subscription)
  }

  /** Every subscription that a change may concern, each once. */
  find({ tableId, rowId, row, old }: Changed): Iterable<Subscription> {
    const own = this.#tables.get(tableId)
    if (!own) return []
    if (own.byRow.size === 0 && own.byColumn.size === 0) return own.all
    const found = new Set(own.all)
    const take = (subscribers: Subscribers | undefined) => {
      if (subscribers) for (const each of subscribers) found.add(each)
    }
    take(own.byRow.get(rowId))
    for (const [column, values] of own.byColumn) {
      take(values.get(row[column] as string))
      if (old) take(values.get(old[column] as string))
    }
    return found
  }
}

function enter(of: Map<string, Subscribers>, key: string, subscription: Subscription): () => void {
  const subscribers = of.get(key) ?? new Set()
  of.set(key, subscribers)
  subscribers.add(subscription)
  return () => {
    subscribers.delete(subscription)
    if (subscribers.size === 0) of.delete(key)
  }
}

function enterColumn(
  { byColumn }: OfTable,
  { column, value, subscription }: { column: string; value: string; subscription: Subscription },
): () => void {
  const values = byColumn.get(column) ?? new Map()
  byColumn.set(column, values)
  const leave = enter(values, value, subscription)
  return () => {
    leave()
    if (values.size === 0) byColumn.delete(column)
  }
}

function enterAll({ all }: OfTable, subscription: Subscription): () => void {
  all.add(subscription)
  return () => void all.delete(subscription)
}
