import * as z from 'zod'
import { Configuration, Database } from '../configuration/configuration.ts'
import { Role } from '../people/person.ts'
import { DOCUMENT_LIMITS, endpoint } from '../protocol/endpoint.ts'
import { Done, NoBody, ProjectId, Timestamp } from '../protocol/ids.ts'
import { Availability } from './availability.ts'
import { BudgetWarning } from './budget.ts'
import { ENVIRONMENT_NAMES } from './environment.ts'
import { DEFAULT_REGION, Region } from './region.ts'

export const ProjectName = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(120, 'Name is too long: at most 120 characters')

/** Equal digests mean equal configurations, so lists need not include whole schemas. */
export const ConfigurationDigest = z.object({
  version: z.string(),
  database: Database,
  digest: z.string(),
})

export const PROJECT_STATES = ['provisioning', 'ready'] as const

export const Project = z.object({
  id: ProjectId,
  name: z.string(),
  region: Region,
  role: Role,
  state: z.enum(PROJECT_STATES),
  availability: Availability,
  table_count: z.number(),
  created_at: Timestamp,
  updated_at: Timestamp,
  configurations: z.array(z.object({ old_configuration: ConfigurationDigest })),
})
export type Project = z.infer<typeof Project>

export const SYNC_STATUSES = ['in-sync', 'out-of-sync'] as const
/** Archived projects are listed only under their own status. */
export const PROJECT_FILTERS = [...SYNC_STATUSES, 'archived'] as const
export type ProjectFilter = (typeof PROJECT_FILTERS)[number]
export const PROJECTS_PER_PAGE = 50

export const listProjects = endpoint({
  name: 'listProjects',
  summary: 'The projects the caller may see, newest first',
  method: 'GET',
  path: '/api/project',
  access: 'staff',
  personalKey: 'read',
  query: z.strictObject({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(200).default(PROJECTS_PER_PAGE),
    search: z.string().trim().max(120).default(''),
    status: z.enum(PROJECT_FILTERS).optional(),
  }),
  answer: z.object({
    projects: z.array(Project),
    /** Number of projects that match the search and the status. */
    total: z.number(),
    /** Number of projects visible to the caller: not archived, out of sync, and archived. */
    counts: z.object({ all: z.number(), outOfSync: z.number(), archived: z.number() }),
  }),
})

export const createProject = endpoint({
  name: 'createProject',
  summary: 'Create a project, empty or cloned onto an existing database',
  method: 'POST',
  path: '/api/project',
  access: 'staff',
  status: 201,
  body: z.discriminatedUnion('cloned', [
    z.strictObject({
      cloned: z.literal(false).default(false),
      name: ProjectName,
      region: Region.default(DEFAULT_REGION),
    }),
    z.strictObject({
      cloned: z.literal(true),
      name: ProjectName,
      projectId: ProjectId,
      connectionUrl: z.string().trim().min(1, 'Database URL is required').max(16_384),
    }),
  ]),
  answer: z.object({ projectId: ProjectId }),
})

const named = z.strictObject({ projectId: ProjectId })

export const renameProject = endpoint({
  name: 'renameProject',
  summary: 'Change the name of a project',
  method: 'PUT',
  path: '/api/project/{projectId}',
  access: 'project:owner',
  use: 'manage',
  params: named,
  body: z.strictObject({ name: ProjectName }),
  answer: z.object({ name: z.string() }),
})

export const deleteProject = endpoint({
  name: 'deleteProject',
  summary: 'Delete a project; an admin can restore it for 30 days',
  method: 'DELETE',
  path: '/api/project/{projectId}',
  access: 'project:owner',
  use: 'manage',
  proof: 'always',
  params: named,
  body: NoBody,
  answer: Done,
})

export const StoredConfiguration = z.object({
  new_configuration: Configuration,
  old_configuration: Configuration,
  revision: z.number().int(),
})

/** A Computed table that answers 503 because its applied query fails the query check. */
export const RejectedQuery = z.object({
  environment: z.enum(ENVIRONMENT_NAMES),
  tableId: z.string(),
  table: z.string(),
  reason: z.string(),
})
export type RejectedQuery = z.infer<typeof RejectedQuery>

export const ProjectData = z.object({
  id: ProjectId,
  name: z.string(),
  region: Region,
  role: Role,
  state: z.enum(PROJECT_STATES),
  availability: Availability,
  /** Budgets that the project has reached. */
  budgetWarnings: z.array(BudgetWarning),
  /** Whether the caller may read production's rows, runs, requests and backups. */
  canReadProduction: z.boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  configuration: StoredConfiguration,
  prodConfiguration: z.object({ old_configuration: Configuration }),
  /** Omitted if every query passes. */
  refusedQueries: z.array(RejectedQuery).optional(),
})
export type ProjectData = z.infer<typeof ProjectData>

export const getProject = endpoint({
  name: 'getProject',
  summary: 'A project with its configurations',
  method: 'GET',
  path: '/api/project/{projectId}',
  access: 'project:developer',
  params: named,
  answer: z.object({ projectData: ProjectData }),
})

export const saveConfiguration = endpoint({
  name: 'saveConfiguration',
  summary: "Save the draft of the project's schema",
  method: 'POST',
  path: '/api/project/{projectId}/configuration',
  access: 'project:developer',
  use: 'write',
  limits: DOCUMENT_LIMITS,
  params: named,
  body: z.strictObject({ newConfiguration: Configuration }),
  answer: z.object({ revision: z.number().int() }),
})

export const getConfiguration = endpoint({
  name: 'getConfiguration',
  summary: 'The applied table definitions; an app sees names and types only',
  method: 'GET',
  path: '/api/project/{projectId}/configuration',
  access: 'rules',
  personalKey: 'read',
  production: 'settings',
  params: named,
  query: z.strictObject({ $environment: z.enum(ENVIRONMENT_NAMES).optional() }),
  answer: z.looseObject({ version: z.string(), database: Database, tables: z.array(z.unknown()) }),
})

export const getProjectOpenapi = endpoint({
  name: 'getProjectOpenapi',
  summary: "The API of a project's tables as an OpenAPI document",
  method: 'GET',
  path: '/api/project/{projectId}/openapi.json',
  access: 'project:developer',
  personalKey: 'read',
  production: 'settings',
  params: named,
  query: z.strictObject({ $environment: z.enum(ENVIRONMENT_NAMES).default('dev') }),
  answer: z.looseObject({ openapi: z.string() }),
})

export const getProjectTypes = endpoint({
  name: 'getProjectTypes',
  summary: "The types of a project's rows as a TypeScript module",
  method: 'GET',
  path: '/api/project/{projectId}/types',
  access: 'project:developer',
  personalKey: 'read',
  production: 'settings',
  params: named,
  query: z.strictObject({ $environment: z.enum(ENVIRONMENT_NAMES).default('dev') }),
  answer: z.object({ types: z.string() }),
})

export const getProjectOverview = endpoint({
  name: 'getProjectOverview',
  summary: "A project's tables, rules and calls as a text for language models",
  method: 'GET',
  path: '/api/project/{projectId}/overview',
  access: 'project:developer',
  personalKey: 'read',
  production: 'settings',
  params: named,
  query: z.strictObject({ $environment: z.enum(ENVIRONMENT_NAMES).default('dev') }),
  answer: z.object({ text: z.string() }),
})

export const runMigration = endpoint({
  name: 'runMigration',
  summary: 'Migrate all configurations and databases to this version of the platform',
  method: 'POST',
  path: '/api/project/configuration/migrate',
  access: 'admin',
  body: NoBody,
  /** Number of projects checked, migrated and failed, and of databases repaired. */
  answer: z.object({
    projects: z.number(),
    migrated: z.number(),
    failed: z.number(),
    databases: z.number(),
  }),
})
