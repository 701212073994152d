import * as z from 'zod'
import { readStored } from '../../foundation/platform/stored-json.ts'
import { ROW_OPERATIONS, type WatchedTables } from './row-event.ts'

const Operations = z.array(z.enum(ROW_OPERATIONS))
const StoredWatched = z.record(
  z.string(),
  z.union([
    // Recorded before events named their triggers.
    Operations.transform((operations) => ({ operations })),
    z.object({
      operations: Operations,
      live: z.boolean().optional(),
      triggers: z.partialRecord(z.enum(ROW_OPERATIONS), z.array(z.string())).optional(),
    }),
  ]),
)

/** Parses the stored value; undefined means that no table is watched. */
export function readWatched(text: string | undefined): WatchedTables {
  return text === undefined ? {} : readStored(StoredWatched, text, 'watched tables')
}
