import * as z from 'zod'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { ROW_OPERATIONS, WATCHED_KEY, WATCHING_KEY, type WatchedTables } from './row-event.ts'

const Operations = z.array(z.enum(ROW_OPERATIONS))
const StoredOperations = z.record(z.string(), Operations)
const StoredWatching = z.record(
  z.string(),
  z.object({
    operations: Operations,
    live: z.boolean().optional(),
    triggers: z.partialRecord(z.enum(ROW_OPERATIONS), z.array(z.string())).optional(),
  }),
)

/** The watched tables with their operations, as stored under `WATCHED_KEY`. */
export function printOperations(watched: WatchedTables): string {
  const entries = Object.entries(watched).map(([id, { operations }]) => [id, operations])
  return JSON.stringify(Object.fromEntries(entries))
}

/** The values to store by key. */
export function printWatched(watched: WatchedTables): readonly (readonly [string, string])[] {
  return [
    [WATCHED_KEY, printOperations(watched)],
    [WATCHING_KEY, JSON.stringify(watched)],
  ]
}

/**
 * Parses the values that `read` returns by key; without any, no table is watched. Release 0.2.0 changes the operations
 * only: then the rest is out of date, and the triggers are unknown.
 */
export function readWatched(read: (key: string) => string | undefined): WatchedTables {
  const [stored, rest] = [read(WATCHED_KEY), read(WATCHING_KEY)]
  if (stored === undefined) return {}
  const watching = rest === undefined ? {} : readStored(StoredWatching, rest, 'watched tables')
  if (printOperations(watching) === stored) return watching
  const operations = readStored(StoredOperations, stored, 'watched tables')
  const entries = Object.entries(operations).map(([id, own]) => [id, { operations: own }])
  return Object.fromEntries(entries)
}
