import * as z from 'zod'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { ROW_OPERATIONS, type WatchedTables } from './row-event.ts'

const StoredWatched = z.record(z.string(), z.array(z.enum(ROW_OPERATIONS)))

/** Parses the stored value; undefined means that no table is watched. */
export function readWatched(text: string | undefined): WatchedTables {
  return text === undefined ? {} : readStored(StoredWatched, text, 'watched tables')
}
