import {
  Configuration,
  CredentialType,
  DATABASES,
  ENVIRONMENT_NAMES,
  MAX_ORIGINS,
  Origin,
  SavedQueryBody,
  SavedQueryId,
  SchemaId,
  TableViewBody,
  TableViewId,
} from '@plinth/contract'
import * as z from 'zod'

/** `project.json`: data that belongs to no environment. */
export const ProjectPart = z.object({
  members: z.array(z.object({ email: z.string(), role: z.enum(['owner', 'developer']) })),
})
export type ProjectPart = z.infer<typeof ProjectPart>

const ArchivedCredential = z.object({
  id: z.string(),
  name: z.string(),
  type: CredentialType,
  /** Secrets are replaced by `secret`. */
  data: z.record(z.string(), z.json()),
})

export type ArchivedCredential = z.infer<typeof ArchivedCredential>

/** `<environment>/environment.json`: everything but rows, workflows and files. */
export const EnvironmentPart = z.object({
  name: z.enum(ENVIRONMENT_NAMES),
  database: z.enum(DATABASES),
  draft: Configuration,
  /** The configuration of the archived rows. */
  applied: Configuration,
  domains: z.array(z.string()),
  /** Absent in archives of older versions. */
  allowedOrigins: z
    .object({ origins: z.array(Origin).max(MAX_ORIGINS), allowsLocal: z.boolean() })
    .optional(),
  /** Null for a secret. */
  constants: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
  credentials: z.array(ArchivedCredential),
  runRetention: z.object({ days: z.number().nullable(), runs: z.number().nullable() }).nullable(),
})
export type EnvironmentPart = z.infer<typeof EnvironmentPart>

/** `secrets.json`, encrypted with the passphrase. */
export const SecretsPart = z.object({
  /** By id and field. */
  credentials: z.record(z.string(), z.record(z.string(), z.string())),
  /** By environment and key. */
  constants: z.record(z.string(), z.record(z.string(), z.string())),
})
export type SecretsPart = z.infer<typeof SecretsPart>

const canvas = {
  name: z.string(),
  nodes: z.string(),
  connections: z.string(),
  settings: z.string(),
  active: z.boolean(),
  revision: z.number().int(),
  createdOn: z.iso.datetime(),
  /** JSON; archives of older versions have none. */
  tests: z.string().default('[]'),
}

/** A line of `<environment>/workflows.*.ndjson`: a workflow, then its versions. */
export const WorkflowLine = z.union([
  z.object({ kind: z.literal('workflow'), id: z.string(), ...canvas }),
  z.object({ kind: z.literal('version'), ...canvas, nodeCount: z.number().int(), by: z.string() }),
])
export type WorkflowLine = z.infer<typeof WorkflowLine>

/** A line of `dev/queries.*.ndjson`; archives of older versions have none. */
export const ArchivedQuery = SavedQueryBody.extend({ id: SavedQueryId })
export type ArchivedQuery = z.infer<typeof ArchivedQuery>

/** A line of `dev/views.*.ndjson`; archives of older versions have none. */
export const ArchivedView = TableViewBody.extend({
  id: TableViewId,
  tableId: SchemaId,
  /** The author's email address. */
  author: z.string(),
})
export type ArchivedView = z.infer<typeof ArchivedView>

/** A line of `<environment>/files.*.ndjson`; the contents follow under their numbers. */
export const ArchivedFile = z.object({
  number: z.number().int(),
  key: z.string(),
  tableId: z.string(),
  columnId: z.string(),
  fileName: z.string(),
  type: z.string(),
  acl: z.enum(['private', 'public-read']),
  rowId: z.string().nullable(),
  size: z.number().int(),
})
export type ArchivedFile = z.infer<typeof ArchivedFile>
