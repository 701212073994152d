import { useMemo, useSyncExternalStore } from 'react'
import type { Data } from '../create-data.ts'
import { createLiveRows, type LiveRows } from '../live/live-rows.ts'
import type { TableMap, TableName, TableTypes } from '../table-types.ts'

/** Which rows a component follows. */
export interface LiveRead<T extends TableTypes> {
  /** A filter expression; use the `filter` tag for interpolated values. All rows without one. */
  filter?: string | undefined
  /** Only the row with this id. */
  id?: string | undefined
  /** Orders the rows; give the same function in every render. */
  sort?: ((a: T['row'], b: T['row']) => number) | undefined
  /** False: nothing is read, and what was read stays. */
  enabled?: boolean | undefined
}

const notAtAll = () => () => {}

/** The rows of a table, with every change as it happens. They are empty while a server renders the page. */
export function useLiveRows<Tables extends TableMap<Tables>, Name extends TableName<Tables>>(
  data: Data<Tables>,
  { table, filter, id, sort, enabled = true }: { table: Name } & LiveRead<Tables[Name]>,
): LiveRows<Tables[Name]['row']> {
  const store = useMemo(
    () => createLiveRows<Tables[Name]>(data.table(table), { filter, id }),
    [data, table, filter, id],
  )
  const now = useSyncExternalStore(enabled ? store.subscribe : notAtAll, store.get, store.get)
  return useMemo(() => (sort ? { ...now, rows: [...now.rows].sort(sort) } : now), [now, sort])
}
