import { BackupContents } from '@plinth/contract'
import * as z from 'zod'

/** Increase when older builds cannot read what this one writes. */
export const FORMAT_VERSION = 1
export const FORMAT = 'plinth-backup'
/** Parts that are read into memory are at most this long. */
export const CHUNK_BYTES = 4 * 1024 * 1024
/** A single document may be longer, up to this limit. */
export const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024

/** The first part: identifies the format, so that a newer one is rejected before anything else is read. */
export const About = z.object({
  format: z.literal(FORMAT),
  version: z.number().int(),
  id: z.string(),
  createdOn: z.iso.datetime(),
  project: z.object({ id: z.string(), name: z.string(), region: z.string() }),
  hasSecrets: z.boolean(),
  /** The URL prefixes of files at the source installation. */
  fileBases: z.array(z.string()),
})
export type About = z.infer<typeof About>

/** The last part: the contents of the archive, and the number of parts before it. */
export const End = z.object({
  parts: z.number().int(),
  contents: z.array(BackupContents),
  /** Files that rows refer to but that are missing from the store. */
  missingFiles: z.number().int(),
})
export type End = z.infer<typeof End>
