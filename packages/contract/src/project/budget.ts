import * as z from 'zod'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, Timestamp } from '../protocol/ids.ts'

/** What a budget limits; `bytes` are those of rows and files together. */
export const BUDGET_KINDS = [
  'requestsPerSecond',
  'rows',
  'bytes',
  'runsPerMinute',
  'runsAtOnce',
  'logDays',
] as const
export type BudgetKind = (typeof BUDGET_KINDS)[number]

const MAX_LIMIT = 1_000_000_000_000_000

const Limit = z
  .number('Must be a whole number, or empty for no limit')
  .int('Must be a whole number')
  .min(1, 'Must be at least 1')
  .max(MAX_LIMIT, 'Is too large')
  .nullable()

/** `soft` warns, `hard` refuses; null is no limit. */
export const Budget = z
  .strictObject({ soft: Limit, hard: Limit })
  .refine(({ soft, hard }) => soft === null || hard === null || soft <= hard, {
    path: ['soft'],
    message: 'Must not be above the hard limit',
  })
export type Budget = z.infer<typeof Budget>

const LogBudget = Budget.refine(({ soft }) => soft === null, {
  path: ['soft'],
  message: 'Log days have a hard limit only',
})

/** Null: the organisation's default, or no limit for the default itself. */
export const BudgetChoices = z.strictObject({
  requestsPerSecond: Budget.nullable().default(null),
  rows: Budget.nullable().default(null),
  bytes: Budget.nullable().default(null),
  runsPerMinute: Budget.nullable().default(null),
  runsAtOnce: Budget.nullable().default(null),
  logDays: LogBudget.nullable().default(null),
} satisfies Record<BudgetKind, z.ZodType>)
export type BudgetChoices = z.infer<typeof BudgetChoices>

export const SavedBudget = z.object({
  choices: BudgetChoices,
  /** Revision the save is based on. */
  revision: z.number().int(),
})
export type SavedBudget = z.infer<typeof SavedBudget>

export const BUDGET_LEVELS = ['soft', 'hard'] as const
export type BudgetLevel = (typeof BUDGET_LEVELS)[number]

/** A limit that the project has reached. */
export const BudgetWarning = z.object({
  kind: z.enum(BUDGET_KINDS),
  level: z.enum(BUDGET_LEVELS),
  limit: z.number(),
})
export type BudgetWarning = z.infer<typeof BudgetWarning>

const Day = z.iso.date('Must be a day such as 2026-11-16')

/** A day (UTC) of a project; rows and bytes as they were last measured on it. */
export const UsageDay = z.object({
  day: Day,
  requests: z.number(),
  runs: z.number(),
  rows: z.number(),
  rowBytes: z.number(),
  fileBytes: z.number(),
})
export type UsageDay = z.infer<typeof UsageDay>

/** Days are stored for this long. */
export const USAGE_RETENTION_DAYS = 400

const project = z.strictObject({ projectId: ProjectId })
/** Without `from`, the last thirty days. */
const span = { from: Day.optional(), to: Day.optional() }

export const getUsage = endpoint({
  name: 'getUsage',
  summary: "A project's usage, its budgets and its days",
  method: 'GET',
  path: '/api/project/{projectId}/usage',
  access: 'project:developer',
  params: project,
  query: z.strictObject(span),
  answer: z.object({
    usage: z.object({
      kinds: z.array(
        z.object({
          kind: z.enum(BUDGET_KINDS),
          /** Null if it is not known yet. */
          used: z.number().nullable(),
          soft: z.number().nullable(),
          hard: z.number().nullable(),
          /** The project has its own budget instead of the organisation's default. */
          isOwn: z.boolean(),
        }),
      ),
      rowBytes: z.number(),
      fileBytes: z.number(),
      /** When rows and bytes were last measured; changes since then are counted. */
      measuredOn: Timestamp.nullable(),
      warnings: z.array(BudgetWarning),
      budget: SavedBudget,
      days: z.array(UsageDay),
    }),
  }),
})

export const exportUsage = endpoint({
  name: 'exportUsage',
  summary: "A project's usage per day, as CSV or JSON",
  method: 'GET',
  path: '/api/project/{projectId}/usage/export',
  access: 'project:developer',
  production: 'settings',
  params: project,
  query: z.strictObject({ ...span, format: z.enum(['csv', 'json']).default('csv') }),
  answer: z.unknown(),
  sendsFile: true,
})

export const saveBudget = endpoint({
  name: 'saveBudget',
  summary: "Save a project's own budgets; admins only",
  method: 'PUT',
  path: '/api/project/{projectId}/budget',
  access: 'project:admin',
  use: 'manage',
  params: project,
  body: BudgetChoices,
  answer: z.object({ budget: SavedBudget }),
})

export const getDefaultBudget = endpoint({
  name: 'getDefaultBudget',
  summary: "The organisation's default budgets",
  method: 'GET',
  path: '/api/budget',
  access: 'admin',
  answer: z.object({ budget: SavedBudget }),
})

export const saveDefaultBudget = endpoint({
  name: 'saveDefaultBudget',
  summary: "Save the organisation's default budgets, for projects without their own",
  method: 'PUT',
  path: '/api/budget',
  access: 'admin',
  body: BudgetChoices,
  answer: z.object({ budget: SavedBudget }),
})
