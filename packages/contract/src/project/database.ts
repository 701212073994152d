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

/** One step of a migration, in words and in SQL. */
export const PlanStep = z.object({
  id: z.string(),
  class: StepClass,
  words: z.string(),
  inverse: z.string(),
  tableId: z.string().nullable(),
  columnId: z.string().nullable(),
  sql: z.string(),
  /** Rows that lose a value or stand in the way, once counted. */
  rows: z.number().optional(),
  samples: z.array(z.object({ id: z.string(), value: z.string() })).optional(),
})
export type PlanStep = z.infer<typeof PlanStep>

/** What a sync or a deploy would do; its id names exactly this plan on exactly this database. */
export const MigrationPlan = z.object({
  planId: z.string(),
  environment: z.enum(ENVIRONMENT_NAMES),
  class: StepClass,
  steps: z.array(PlanStep),
  /** What was changed in the database behind our back, in words. */
  drift: z.array(z.string()),
  /** Tables that still carry the rule of a new table, and constants the environment lacks. */
  defaultRules: z.array(z.string()),
  missingConstants: z.array(z.string()),
})
export type MigrationPlan = z.infer<typeof MigrationPlan>

/** A lossy plan is applied only when its steps are confirmed by id. */
export const PlanConfirmation = z
  .union([
    z.null(),
    z.strictObject({
      planId: z.string().max(64).optional(),
      confirm: z.array(z.string().max(160)).max(10_000).optional(),
    }),
  ])
  .optional()

/** A deploy also says which of production's credentials may be overwritten, by name. */
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

/** What a deploy brings to production besides the schema, matched by name. */
export const PromotionPlan = z.object({
  workflows: z.array(z.object({ name: z.string(), change: z.enum(['create', 'update']) })),
  /** `overwrite` happens only when it is confirmed: production may have secrets of its own. */
  credentials: z.array(
    z.object({ name: z.string(), type: z.string(), change: z.enum(['create', 'overwrite']) }),
  ),
})
export type PromotionPlan = z.infer<typeof PromotionPlan>

export const RELEASE_STATES = ['running', 'applied', 'failed'] as const
export const RELEASE_KINDS = ['sync', 'deploy', 'undo', 'restore'] as const

/** One act that brings a database to a configuration. */
export const Release = z.object({
  id: ReleaseId,
  kind: z.enum(RELEASE_KINDS),
  environment: z.enum(ENVIRONMENT_NAMES),
  state: z.enum(RELEASE_STATES),
  /** What is happening now, or why it failed. */
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
  summary: 'What a sync of this draft, or of the saved one, would do',
  method: 'POST',
  path: '/api/database/{projectId}/sync/plan',
  access: 'project:developer',
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
  params: named,
  body: PlanConfirmation,
  answer: applied,
})

export const planDeploy = endpoint({
  name: 'planDeploy',
  summary: 'What a deploy would change in production',
  method: 'POST',
  path: '/api/database/{projectId}/deploy/plan',
  access: 'project:admin',
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
  summary: "Bring production to dev's applied configuration",
  method: 'POST',
  path: '/api/database/{projectId}/deploy',
  access: 'project:admin',
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
  summary: 'How far a change has come, told as it goes on',
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
  summary: 'Stop a change that has not switched over yet',
  method: 'POST',
  path: '/api/database/{projectId}/release/{releaseId}/cancel',
  access: 'project:developer',
  params: one,
  body: NoBody,
  answer: applied,
})

export const undoRelease = endpoint({
  name: 'undoRelease',
  summary: "Take the dev database's last change back",
  method: 'POST',
  path: '/api/database/{projectId}/undo',
  access: 'project:developer',
  params: named,
  body: NoBody,
  answer: applied,
})

/** A table or column that was dropped and is kept for 30 days. */
export const TrashItem = z.object({
  id: z.string(),
  kind: z.enum(['table', 'column']),
  name: z.string(),
  tableId: z.string(),
  goneOn: Timestamp,
})
export type TrashItem = z.infer<typeof TrashItem>
export const TRASH_RETENTION_DAYS = 30

export const listTrash = endpoint({
  name: 'listTrash',
  summary: 'What was dropped from the dev database and can be brought back',
  method: 'GET',
  path: '/api/database/{projectId}/gone',
  access: 'project:developer',
  params: named,
  answer: z.object({ gone: z.array(TrashItem) }),
})

export const restoreFromTrash = endpoint({
  name: 'restoreFromTrash',
  summary: 'Bring a dropped table or column back with its rows',
  method: 'POST',
  path: '/api/database/{projectId}/gone/{goneId}/restore',
  access: 'project:developer',
  params: z.strictObject({ projectId: ProjectId, goneId: z.string().min(1).max(160) }),
  body: NoBody,
  answer: applied,
})
