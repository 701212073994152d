import * as z from 'zod'
import { Configuration } from '../configuration/configuration.ts'
import { DOCUMENT_LIMITS, endpoint } from '../protocol/endpoint.ts'
import { idOf, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'

const named = z.strictObject({ projectId: ProjectId })
export const ReleaseId = idOf('rel')

export const STEP_CLASSES = ['safe', 'slow', 'lossy', 'blocking'] as const
export const StepClass = z.enum(STEP_CLASSES)
export type StepClass = z.infer<typeof StepClass>

/** One step of a migration, described in words and in SQL. */
export const PlanStep = z.object({
  id: z.string(),
  class: StepClass,
  words: z.string(),
  inverse: z.string(),
  tableId: z.string().nullable(),
  columnId: z.string().nullable(),
  sql: z.string(),
  /** Rows that lose a value or block the step, if counted. */
  rows: z.number().optional(),
  samples: z.array(z.object({ id: z.string(), value: z.string() })).optional(),
})
export type PlanStep = z.infer<typeof PlanStep>

/** The effect of a sync or deploy; its id identifies this plan on this exact database state. */
export const MigrationPlan = z.object({
  planId: z.string(),
  environment: z.enum(ENVIRONMENT_NAMES),
  class: StepClass,
  steps: z.array(PlanStep),
  /** Changes made to the database outside Plinth, as sentences. */
  drift: z.array(z.string()),
  /** Tables that still have the default rule, and constants missing in the environment. */
  defaultRules: z.array(z.string()),
  missingConstants: z.array(z.string()),
})
export type MigrationPlan = z.infer<typeof MigrationPlan>

/** A plan that loses data is applied only if its steps are confirmed by id. */
export const PlanConfirmation = z
  .union([
    z.null(),
    z.strictObject({
      planId: z.string().max(64).optional(),
      confirm: z.array(z.string().max(160)).max(10_000).optional(),
    }),
  ])
  .optional()

/** For a deploy, also the names of production credentials that may be overwritten. */
export const DeployConfirmation = z
  .union([
    z.null(),
    z.strictObject({
      planId: z.string().max(64).optional(),
      confirm: z.array(z.string().max(160)).max(10_000).optional(),
      overwrite: z.array(z.string().max(120)).max(10_000).optional(),
    }),
  ])
  .optional()

/** Changes that a deploy makes in production besides the schema, matched by name. */
export const PromotionPlan = z.object({
  workflows: z.array(z.object({ name: z.string(), change: z.enum(['create', 'update']) })),
  /** `overwrite` must be confirmed, because production may have its own secrets. */
  credentials: z.array(
    z.object({ name: z.string(), type: z.string(), change: z.enum(['create', 'overwrite']) }),
  ),
})
export type PromotionPlan = z.infer<typeof PromotionPlan>

export const RELEASE_STATES = ['running', 'applied', 'failed'] as const
export const RELEASE_KINDS = ['sync', 'deploy', 'undo', 'restore'] as const

/** A migration of a database to a configuration. */
export const Release = z.object({
  id: ReleaseId,
  kind: z.enum(RELEASE_KINDS),
  environment: z.enum(ENVIRONMENT_NAMES),
  state: z.enum(RELEASE_STATES),
  /** The current step, or the reason for the failure. */
  message: z.string(),
  /** Between 0 and 1. */
  progress: z.number(),
  steps: z.array(z.string()),
  by: z.string(),
  startedOn: Timestamp,
  endedOn: Timestamp.nullable(),
})
export type Release = z.infer<typeof Release>

const applied = z.object({ release: Release })

export const planSync = endpoint({
  name: 'planSync',
  summary: 'Plan the sync of the given or the saved draft',
  method: 'POST',
  path: '/api/database/{projectId}/sync/plan',
  access: 'project:developer',
  use: 'read',
  limits: DOCUMENT_LIMITS,
  params: named,
  body: z
    .union([z.null(), z.strictObject({ newConfiguration: Configuration.optional() })])
    .optional(),
  answer: z.object({ plan: MigrationPlan }),
})

export const syncDatabase = endpoint({
  name: 'syncDatabase',
  summary: "Apply the saved configuration to the dev environment's database",
  method: 'POST',
  path: '/api/database/{projectId}/sync',
  access: 'project:developer',
  use: 'write',
  params: named,
  body: PlanConfirmation,
  answer: applied,
})

export const planDeploy = endpoint({
  name: 'planDeploy',
  summary: 'Plan a deploy to production',
  method: 'POST',
  path: '/api/database/{projectId}/deploy/plan',
  access: 'project:admin',
  use: 'read',
  params: named,
  body: NoBody,
  answer: z.object({
    plan: MigrationPlan,
    before: Configuration,
    after: Configuration,
    promotions: PromotionPlan,
  }),
})

export const deployDatabase = endpoint({
  name: 'deployDatabase',
  summary: "Deploy dev's applied configuration to production",
  method: 'POST',
  path: '/api/database/{projectId}/deploy',
  access: 'project:admin',
  use: 'write',
  proof: 'always',
  params: named,
  body: DeployConfirmation,
  answer: applied,
})

export const listReleases = endpoint({
  name: 'listReleases',
  summary: 'The migration log of an environment, newest first',
  method: 'GET',
  path: '/api/database/{projectId}/release',
  access: 'project:developer',
  production: 'settings',
  params: named,
  query: z.strictObject({
    environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({ releases: z.array(Release) }),
})

const one = z.strictObject({ projectId: ProjectId, releaseId: ReleaseId })

export const watchRelease = endpoint({
  name: 'watchRelease',
  summary: 'Stream the progress of a release',
  method: 'GET',
  path: '/api/database/{projectId}/release/{releaseId}/events',
  access: 'project:developer',
  production: 'settings',
  params: one,
  answer: applied,
  streams: true,
})

export const cancelRelease = endpoint({
  name: 'cancelRelease',
  summary: 'Cancel a release that has not switched over yet',
  method: 'POST',
  path: '/api/database/{projectId}/release/{releaseId}/cancel',
  access: 'project:developer',
  use: 'manage',
  params: one,
  body: NoBody,
  answer: applied,
})

export const undoRelease = endpoint({
  name: 'undoRelease',
  summary: "Undo the dev database's last release",
  method: 'POST',
  path: '/api/database/{projectId}/undo',
  access: 'project:developer',
  use: 'write',
  params: named,
  body: NoBody,
  answer: applied,
})

/** A dropped table or column in the trash, retained for 30 days. */
export const TrashItem = z.object({
  id: z.string(),
  kind: z.enum(['table', 'column']),
  name: z.string(),
  tableId: z.string(),
  trashedOn: Timestamp,
})
export type TrashItem = z.infer<typeof TrashItem>
export const TRASH_RETENTION_DAYS = 30

export const listTrash = endpoint({
  name: 'listTrash',
  summary: "The dev database's trash: dropped tables and columns that can be restored",
  method: 'GET',
  path: '/api/database/{projectId}/trash',
  access: 'project:developer',
  params: named,
  answer: z.object({ trash: z.array(TrashItem) }),
})

export const restoreFromTrash = endpoint({
  name: 'restoreFromTrash',
  summary: 'Restore a dropped table or column with its data',
  method: 'POST',
  path: '/api/database/{projectId}/trash/{trashId}/restore',
  access: 'project:developer',
  use: 'write',
  params: z.strictObject({ projectId: ProjectId, trashId: z.string().min(1).max(160) }),
  body: NoBody,
  answer: applied,
})
