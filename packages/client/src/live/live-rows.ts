import type { TableCalls } from '../create-data.ts'
import type { TableTypes } from '../table-types.ts'
import type { LiveState, RowChange, SubscribeOptions } from './live-types.ts'

/** The rows after a change; the same array if it changes nothing. */
export function applyChange<Row extends { id: string }>(
  rows: readonly Row[],
  change: RowChange<Row>,
): readonly Row[] {
  const { id, row } = change
  const isKnown = rows.some((one) => one.id === id)
  if (row === undefined) return isKnown ? rows.filter((one) => one.id !== id) : rows
  return isKnown ? rows.map((one) => (one.id === id ? row : one)) : [...rows, row]
}

/** Rows that follow the changes of the server. */
export interface LiveRows<Row> {
  /** Empty until the first answer; see `isLoading`. The oldest first; new ones, and those that enter, at the end. */
  rows: readonly Row[]
  isLoading: boolean
  state: LiveState
  /** Why the rows are not followed any more. */
  error: Error | null
}

interface LiveRowsStore<Row> {
  /** The same object until something changes. */
  get(): LiveRows<Row>
  /** The first listener starts the subscription, the last one ends it. */
  subscribe(listener: () => void): () => void
}

/** The rows of a subscription, for a framework that renders them. */
export function createLiveRows<T extends TableTypes>(
  table: Pick<TableCalls<T>, 'subscribe'>,
  place: Pick<SubscribeOptions<T>, 'filter' | 'id'>,
): LiveRowsStore<T['row']> {
  type Row = T['row']
  const listeners = new Set<() => void>()
  let now: LiveRows<Row> = { rows: [], isLoading: true, state: 'connecting', error: null }
  let stop: (() => void) | undefined
  const set = (part: Partial<LiveRows<Row>>) => {
    now = { ...now, ...part }
    for (const listener of listeners) listener()
  }
  const start = () =>
    table.subscribe(
      {
        ...place,
        onRows: (rows) => set({ rows, isLoading: false, error: null }),
        onState: (state) => set({ state }),
        onError: (error) => set({ error, isLoading: false }),
      },
      (change) => set({ rows: applyChange(now.rows, change) }),
    )
  return {
    get: () => now,
    subscribe(listener) {
      listeners.add(listener)
      stop ??= start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
      }
    },
  }
}
