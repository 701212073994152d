import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId } from '../protocol/ids.ts'

export const MAX_IMPORTED_ROWS = 200_000
/** Maximum number of rejected lines an import lists; further ones are only counted. */
export const MAX_IMPORT_ISSUES = 1000

const table = z.strictObject({ table: z.string().min(1).max(64) })
const place = {
  $projectId: ProjectId.optional(),
  $environment: z.enum(ENVIRONMENT_NAMES).optional(),
}

/** A rejected line; line numbers start at 1. */
export const ImportIssue = z.object({ line: z.number(), path: z.string(), message: z.string() })
export type ImportIssue = z.infer<typeof ImportIssue>

/** The body is `application/x-ndjson`: one row object per line, read as it arrives. */
export const importRows = endpoint({
  name: 'importRows',
  summary: 'Create many rows from NDJSON in one transaction; staff only',
  method: 'POST',
  path: '/api/data/{table}/import',
  access: 'staff',
  personalKey: 'write',
  production: 'named',
  takesLines: true,
  params: table,
  query: z.strictObject({ ...place, dryRun: z.enum(['true', 'false']).default('false') }),
  answer: z.object({
    /** Lines read. */
    rows: z.number(),
    /** Rows written; 0 on a dry run. */
    imported: z.number(),
    /** Rejected lines. An import that is not a dry run fails with the same list. */
    refused: z.number(),
    issues: z.array(ImportIssue),
  }),
})

export const EXPORT_FORMATS = ['csv', 'json'] as const

/** Responds with a file: CSV with a header line, or a JSON array. */
export const exportRows = endpoint({
  name: 'exportRows',
  summary: 'Download all rows that match a filter; staff only',
  method: 'GET',
  path: '/api/data/{table}/export',
  access: 'staff',
  personalKey: 'read',
  production: 'named',
  sendsFile: true,
  params: table,
  query: z.strictObject({
    ...place,
    format: z.enum(EXPORT_FORMATS).default('csv'),
    $filter: z.string().max(4096).optional(),
    $sort: z.string().max(4096).optional(),
    $columns: z.string().max(4096).optional(),
  }),
  answer: z.string(),
})
