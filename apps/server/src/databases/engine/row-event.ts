export const ROW_OPERATIONS = ['created', 'updated', 'deleted'] as const
export type RowOperation = (typeof ROW_OPERATIONS)[number]

/** The trigger event of each operation, in both databases. */
export const TRIGGER_EVENTS: Readonly<Record<RowOperation, string>> = {
  created: 'insert',
  updated: 'update',
  deleted: 'delete',
}

/** What is recorded of a table's changes, and for whom. */
export interface Watching {
  /** The operations that write an event. */
  readonly operations: readonly RowOperation[]
  /** Events stay in the log for clients. */
  readonly live?: boolean | undefined
  /** Ids of the active row triggers by operation; undefined if an older version recorded it, which names none. */
  readonly triggers?: Readonly<Partial<Record<RowOperation, readonly string[]>>> | undefined
}

/** Watched tables by id. */
export type WatchedTables = Readonly<Record<string, Watching>>

/** Key in the environment's `_plinth_meta` of the watched tables with their operations, as release 0.2.0 knows them. */
export const WATCHED_KEY = 'row-events'

/** Key in `_plinth_meta` of everything that is recorded of the watched tables. */
export const WATCHING_KEY = 'row-log'

/** Prefix of our triggers and their functions. */
export const EVENT_PREFIX = '_plinth_event_'
