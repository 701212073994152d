import { Configuration, DATABASES, ENVIRONMENT_NAMES } from '@plinth/contract'
import * as z from 'zod'

/** `about.json`: when the archive was made, and by which build. */
export const InstallationAbout = z.object({
  id: z.string(),
  createdOn: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** The URL prefixes of files at the source installation. */
  fileBases: z.array(z.string()),
})
export type InstallationAbout = z.infer<typeof InstallationAbout>

/** `keys.json`: the keys that open the sealed values of the platform's tables. */
export const KeysPart = z.object({ keys: z.array(z.string()).min(1) })

/** `platform/tables.json`: the tables in the order in which they can be filled; their rows follow. */
export const TablesPart = z.array(z.object({ name: z.string(), columns: z.array(z.string()) }))
export type PlatformTable = z.infer<typeof TablesPart>[number]

/** `platform/sequences.json` */
export const SequencesPart = z.array(z.object({ name: z.string(), value: z.string() }))
export type PlatformSequence = z.infer<typeof SequencesPart>[number]

/** `environment.<number>/environment.json`, before its rows and files. */
export const EnvironmentHead = z.object({
  environmentId: z.string(),
  projectId: z.string(),
  project: z.string(),
  name: z.enum(ENVIRONMENT_NAMES),
  engine: z.enum(DATABASES),
  server: z.string(),
  database: z.string(),
  /** The configuration of the rows; null if they are in a database that is not the installation's. */
  applied: Configuration.nullable(),
})
export type EnvironmentHead = z.infer<typeof EnvironmentHead>

/** `audit.<number>/key.json`, before the archive file of the audit log. */
export const AuditFileKey = z.object({
  key: z.string().regex(/^audit\/[a-z0-9_]+\/[0-9]{12}\.jsonl\.zst$/),
})

/** `summary.json`, the last part. */
export const InstallationSummary = z.object({
  projects: z.number().int(),
  rows: z.number().int(),
  files: z.number().int(),
  missingFiles: z.number().int(),
  /** Environments whose rows are in a database that is not the installation's. */
  outside: z.array(z.string()),
})
export type InstallationSummary = z.infer<typeof InstallationSummary>
