import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'

/** Characters of a query that staff write. */
export const MAX_QUERY_LENGTH = 100_000

export const runQuery = endpoint({
  name: 'runQuery',
  summary: 'Run one SELECT over the tables of an environment, or show its plan',
  method: 'POST',
  path: '/api/project/{projectId}/sql',
  access: 'project:developer',
  personalKey: 'read',
  use: 'read',
  production: 'named',
  params: z.strictObject({ projectId: ProjectId }),
  body: z.strictObject({
    environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
    sql: z.string().max(MAX_QUERY_LENGTH),
    /** Returns the database's plan, one line per row, without executing the query. */
    explain: z.boolean().default(false),
  }),
  answer: z.object({
    /** Names may repeat, such as the ids of two joined tables. */
    columns: z.array(z.string()),
    /** The cells of each row, in the order of the columns. */
    rows: z.array(z.array(z.unknown())),
    /** There are more rows than 1,000, or more bytes than an answer may have. */
    truncated: z.boolean(),
    /** Time in the server, including the check of the query. */
    ms: z.number(),
  }),
})
/** The details of a 400: the offset in `sql` where the query fails, if it is known. */
export const QueryPosition = z.object({ position: z.number().int().min(0) })
