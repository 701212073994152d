/** What can happen to a row. */
export const ROW_OPERATIONS = ['created', 'updated', 'deleted'] as const
export type RowOperation = (typeof ROW_OPERATIONS)[number]

/** What each is called in a trigger of either engine. */
export const DEEDS: Readonly<Record<RowOperation, string>> = {
  created: 'insert',
  updated: 'update',
  deleted: 'delete',
}

/** The tables whose changes leave an event, by id, with the changes that do. */
export type WatchedTables = Readonly<Record<string, readonly RowOperation[]>>

/** Under this key an environment's own database remembers which tables those are. */
export const WATCHED_KEY = 'row-events'

/** Triggers and functions with this prefix are ours. */
export const EVENT_PREFIX = '_plinth_event_'

/** Reads what a database remembers; nothing is remembered as no table. */
export function readWatched(text: string | undefined): WatchedTables {
  return text === undefined ? {} : (JSON.parse(text) as WatchedTables)
}
