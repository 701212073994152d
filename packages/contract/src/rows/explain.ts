import * as z from 'zod'
import { OPERATIONS } from '../configuration/configuration.ts'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'

export const VERDICTS = ['allowed', 'denied', 'locked', 'broken'] as const

/** What a rule says of one operation, and the part of its text that decided it. */
export const Explanation = z.object({
  operation: z.enum(OPERATIONS),
  verdict: z.enum(VERDICTS),
  rule: z.string(),
  /** From and to are places in the rule's text; null when the rule as a whole decided. */
  clause: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** Why, in words. */
  message: z.string(),
})
export type Explanation = z.infer<typeof Explanation>

export const explainRow = endpoint({
  name: 'explainRow',
  summary: 'What an app user or a guest may do with a row, and which clause decides',
  method: 'POST',
  path: '/api/project/{projectId}/explain',
  access: 'project:developer',
  production: 'named',
  params: z.strictObject({ projectId: ProjectId }),
  body: z.strictObject({
    environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
    /** A table by its name. */
    table: z.string().min(1).max(64),
    /** Null for a row that is about to be created from nothing. */
    rowId: z.string().max(64).nullable(),
    /** Null for a guest; the table is named by its name. */
    user: z.strictObject({ table: z.string().min(1).max(64), id: z.string().max(64) }).nullable(),
  }),
  answer: z.object({ operations: z.array(Explanation) }),
})
