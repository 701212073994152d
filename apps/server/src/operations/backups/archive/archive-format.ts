import { BackupContents } from '@plinth/contract'
import * as z from 'zod'

/** Raise it when an older build could not read what this one writes. */
export const FORMAT_VERSION = 1
export const FORMAT = 'plinth-backup'
/** Parts that are read whole are no longer than this. */
export const CHUNK_BYTES = 4 * 1024 * 1024
/** A single document may be longer, but not without end. */
export const MOST_DOCUMENT_BYTES = 64 * 1024 * 1024

/** The first part: what this is, so that a newer format is refused before anything else is read. */
export const About = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  id: z.string(),
  createdOn: z.iso.datetime(),
  project: z.object({ id: z.string(), name: z.string(), region: z.string() }),
  hasSecrets: z.boolean(),
  /** What addresses of files began with where they came from. */
  fileBases: z.array(z.string()),
})
export type About = z.infer<typeof About>

/** The last part: what the archive holds, and how many parts came before. */
export const End = z.object({
  parts: z.number().int(),
  contents: z.array(BackupContents),
  /** Files that rows point to and that were not where they should be. */
  missingFiles: z.number().int(),
})
export type End = z.infer<typeof End>
