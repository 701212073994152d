import type { Data } from '@plinth/expression'
import type { RequiredValue } from '../judge/judge-row.ts'
import type { RowSubscription } from '../live-connection.ts'

type Subscribers = Set<RowSubscription>

interface OfTable {
  /** Subscribers that every change concerns. */
  readonly all: Subscribers
  readonly byRow: Map<string, Subscribers>
  /** Subscribers whose rows must have a value, by column and value; with alternatives they are at several. */
  readonly byColumn: Map<string, Map<string | true, Subscribers>>
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
  readonly #places = new Map<RowSubscription, () => void>()
  /** Subscriptions whose rules read the row of their user. */
  readonly needingUsers = new Set<RowSubscription>()

  get size(): number {
    return this.#places.size
  }

  has(subscription: RowSubscription): boolean {
    return this.#places.has(subscription)
  }

  [Symbol.iterator](): IterableIterator<RowSubscription> {
    return this.#places.keys()
  }

  add(subscription: RowSubscription): void {
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
    const required = judgement?.required
    const isLogged = required?.every(({ column }) => judgement?.ruled.logged.has(column))
    const leave =
      asked.row !== undefined
        ? enter(own.byRow, asked.row, subscription)
        : plan.isStable && required && isLogged
          ? enterColumns(own, { required, subscription })
          : enterAll(own, subscription)
    this.#places.set(subscription, () => {
      leave()
      if (own.all.size + own.byRow.size + own.byColumn.size === 0) this.#tables.delete(tableId)
    })
  }

  delete(subscription: RowSubscription): boolean {
    this.#places.get(subscription)?.()
    this.needingUsers.delete(subscription)
    return this.#places.delete(subscription)
  }

  /** Every subscription of a table. */
  *ofTable(tableId: string): Iterable<RowSubscription> {
    for (const subscription of [...this])
      if (subscription.plan.table.id === tableId) yield subscription
  }

  /** Every subscription that a change may concern, each once. */
  find({ tableId, rowId, row, old }: Changed): ReadonlySet<RowSubscription> {
    const own = this.#tables.get(tableId)
    const found = new Set(own?.all)
    if (!own) return found
    const take = (some: Subscribers | undefined) => {
      for (const subscription of some ?? []) found.add(subscription)
    }
    take(own.byRow.get(rowId))
    for (const [column, values] of own.byColumn) {
      const [now, before] = [row[column], old?.[column]]
      take(values.get(now as string))
      if (before !== now) take(values.get(before as string))
    }
    return found
  }
}

function enter<Key>(
  of: Map<Key, Subscribers>,
  key: Key,
  subscription: RowSubscription,
): () => void {
  const subscribers = of.get(key) ?? new Set()
  of.set(key, subscribers)
  subscribers.add(subscription)
  return () => {
    subscribers.delete(subscription)
    if (subscribers.size === 0) of.delete(key)
  }
}

function enterColumns(
  own: OfTable,
  of: { required: readonly RequiredValue[]; subscription: RowSubscription },
): () => void {
  const { subscription } = of
  const leaves = of.required.map((each) => enterColumn(own, { ...each, subscription }))
  return () => {
    for (const leave of leaves) leave()
  }
}

function enterColumn(
  { byColumn }: OfTable,
  { column, value, subscription }: RequiredValue & { subscription: RowSubscription },
): () => void {
  const values = byColumn.get(column) ?? new Map()
  byColumn.set(column, values)
  const leave = enter(values, value, subscription)
  return () => {
    leave()
    if (values.size === 0) byColumn.delete(column)
  }
}

function enterAll({ all }: OfTable, subscription: RowSubscription): () => void {
  all.add(subscription)
  return () => void all.delete(subscription)
}
