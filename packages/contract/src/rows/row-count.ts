import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, SchemaId } from '../protocol/ids.ts'

/** A table is counted no further than this. */
export const MAX_COUNTED_ROWS = 10_000

/** The number of rows of a table; `more` if there are more than were counted. */
export const RowCount = z.object({ tableId: SchemaId, rows: z.number().int(), more: z.boolean() })
export type RowCount = z.infer<typeof RowCount>

export const countRows = endpoint({
  name: 'countRows',
  summary: 'The number of rows of each table, counted up to 10,000; Computed tables are left out',
  method: 'GET',
  path: '/api/project/{projectId}/row-count',
  access: 'project:developer',
  use: 'read',
  production: 'named',
  params: z.strictObject({ projectId: ProjectId }),
  query: z.strictObject({ environment: z.enum(ENVIRONMENT_NAMES).default('dev') }),
  answer: z.object({ counts: z.array(RowCount) }),
})
