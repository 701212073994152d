export const ROW_OPERATIONS = ['created', 'updated', 'deleted'] as const
export type RowOperation = (typeof ROW_OPERATIONS)[number]

/** The trigger event of each operation, in both databases. */
export const TRIGGER_EVENTS: Readonly<Record<RowOperation, string>> = {
  created: 'insert',
  updated: 'update',
  deleted: 'delete',
}

/** Table ids with the operations that write an event. */
export type WatchedTables = Readonly<Record<string, readonly RowOperation[]>>

/** Key in the environment's `_plinth_meta` under which the watched tables are stored. */
export const WATCHED_KEY = 'row-events'

/** Prefix of our triggers and their functions. */
export const EVENT_PREFIX = '_plinth_event_'
