import * as z from 'zod'
import { OPERATIONS } from '../configuration/configuration.ts'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'

export const VERDICTS = ['allowed', 'denied', 'locked', 'broken'] as const

/** The result of a rule for one operation, and the clause that decided it. */
export const Explanation = z.object({
  operation: z.enum(OPERATIONS),
  verdict: z.enum(VERDICTS),
  rule: z.string(),
  /** Start and end offset in the rule's text; null if the rule as a whole decided. */
  clause: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** The reason, as a sentence. */
  message: z.string(),
})
export type Explanation = z.infer<typeof Explanation>

export const explainRow = endpoint({
  name: 'explainRow',
  summary: 'Permissions of an app user or guest on a row, with the deciding clause',
  method: 'POST',
  path: '/api/project/{projectId}/explain',
  access: 'project:developer',
  use: 'read',
  production: 'named',
  params: z.strictObject({ projectId: ProjectId }),
  body: z.strictObject({
    environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
    /** The table's name. */
    table: z.string().min(1).max(64),
    /** Null if the row does not exist yet (create). */
    rowId: z.string().max(64).nullable(),
    /** Null for a guest; `table` is the table's name. */
    user: z.strictObject({ table: z.string().min(1).max(64), id: z.string().max(64) }).nullable(),
  }),
  answer: z.object({ operations: z.array(Explanation) }),
})
