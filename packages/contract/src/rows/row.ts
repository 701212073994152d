import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { BULK_LIMITS, endpoint } from '../protocol/endpoint.ts'
import { Done, ProjectId } from '../protocol/ids.ts'
import { Explanation } from './explain.ts'

/** Columns of every row. */
export const SYSTEM_COLUMNS = ['id', 'createdOn', 'updatedOn'] as const
export const ROWS_PER_PAGE = 50
export const MAX_ROWS = 1000

export const FileValue = z.object({
  fileName: z.string(),
  fileSize: z.number(),
  fileType: z.string(),
  fileKey: z.string(),
  url: z.string(),
})
export type FileValue = z.infer<typeof FileValue>

/** At most so many ids are in a column of a row, and rows of a list under `expand` in version 2. */
export const MAX_LINKS = 100

/** The rest of a list that a row has only the start of: the number of all, and where `listRelated` goes on. */
export const MoreLinks = z.object({ total: z.number(), cursor: z.string().nullable() })

/** A row as returned; `$columns` and Computed tables may omit the timestamps. */
export const Row = z.looseObject({
  /** Relations with more rows than the answer has, by column. */
  $more: z.record(z.string(), MoreLinks).optional(),
  id: z.string(),
  createdOn: z.string().optional(),
  updatedOn: z.string().optional(),
})
export type Row = z.infer<typeof Row>

const text = z.string().max(4096)
export const RowQuery = z.strictObject({
  $projectId: ProjectId.optional(),
  $environment: z.enum(ENVIRONMENT_NAMES).optional(),
  $page: z.coerce.number().int().min(1).default(1),
  $limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(ROWS_PER_PAGE),
  $cursor: text.optional(),
  $filter: text.optional(),
  $sort: text.optional(),
  $withRelation: text.optional(),
  $columns: text.optional(),
  $version: z.enum(['v1', 'v2']).default('v1'),
  $count: z.enum(['true', 'false']).default('true'),
})
export type RowQuery = z.infer<typeof RowQuery>

const table = z.strictObject({ table: z.string().min(1).max(64) })
const tableAndId = z.strictObject({ table: z.string().min(1).max(64), id: z.string().max(64) })
const record = z.record(z.string(), z.unknown())
const one = z.object({ data: Row })
/** `truncated`: the row was saved, but it is larger than an answer may be, so `data` has only its id. */
const saved = one.extend({ truncated: z.literal(true).optional(), message: z.string().optional() })
/** Staff who send `X-Explain: 1` get the rule results for a guest, or for the user in `X-Explain-User: table/id`. */
const explained = one.extend({ explain: z.array(Explanation).optional() })

export const getRow = endpoint({
  name: 'getRow',
  summary: 'One row',
  method: 'GET',
  path: '/api/data/{table}/{id}',
  access: 'rules',
  personalKey: 'read',
  production: 'named',
  params: tableAndId,
  query: RowQuery,
  answer: explained,
})
export const listRows = endpoint({
  name: 'listRows',
  summary: 'A page of rows',
  method: 'GET',
  path: '/api/data/{table}',
  access: 'rules',
  personalKey: 'read',
  production: 'named',
  params: table,
  query: RowQuery,
  answer: z.object({
    data: z.array(Row),
    page: z.number().optional(),
    limit: z.number().optional(),
    total: z.number().optional(),
    hasMore: z.boolean().optional(),
    /** Cursor of the next page for `$cursor`; null on the last page. */
    cursor: z.string().nullable().optional(),
  }),
})
export const listRelated = endpoint({
  name: 'listRelated',
  summary: 'The rows of a relation of one row, a page at a time',
  method: 'GET',
  path: '/api/data/{table}/{id}/{column}',
  access: 'rules',
  personalKey: 'read',
  production: 'named',
  params: z.strictObject({
    table: z.string().min(1).max(64),
    id: z.string().max(64),
    column: z.string().min(1).max(64),
  }),
  /** `$columns` and `$withRelation` are those of the related table. */
  query: RowQuery.omit({ $page: true, $filter: true, $sort: true }),
  answer: z.object({
    data: z.array(Row),
    limit: z.number(),
    total: z.number().optional(),
    hasMore: z.boolean(),
    cursor: z.string().nullable(),
  }),
})
export const createRow = endpoint({
  name: 'createRow',
  summary: 'Create a row, answered with 201 in version 2; of staff, {query} alone is a raw query',
  method: 'POST',
  path: '/api/data/{table}',
  access: 'rules',
  personalKey: 'write',
  production: 'named',
  params: table,
  query: RowQuery,
  body: record,
  /** `truncated` is also that of a raw query with more rows than 1,000 or more bytes than an answer may have. */
  answer: saved.extend({ data: z.unknown() }),
})
export const updateRow = endpoint({
  name: 'updateRow',
  summary: 'Update the given fields of a row',
  method: 'PUT',
  path: '/api/data/{table}/{id}',
  access: 'rules',
  personalKey: 'write',
  production: 'named',
  params: tableAndId,
  query: RowQuery,
  body: record,
  answer: saved,
})
export const patchRow = endpoint({ ...updateRow, name: 'patchRow', method: 'PATCH' })
export const updateRows = endpoint({
  name: 'updateRows',
  summary: 'Update many rows in one transaction; updatedOn rejects rows changed since',
  method: 'PUT',
  path: '/api/data/{table}',
  access: 'rules',
  personalKey: 'write',
  production: 'named',
  limits: BULK_LIMITS,
  params: table,
  query: RowQuery,
  body: z.array(record).max(MAX_ROWS),
  answer: z.object({ data: z.array(Row) }),
})
export const deleteRow = endpoint({
  name: 'deleteRow',
  summary: 'Delete a row',
  method: 'DELETE',
  path: '/api/data/{table}/{id}',
  access: 'rules',
  personalKey: 'write',
  production: 'named',
  params: tableAndId,
  query: RowQuery,
  answer: Done,
})
/** A row id, optionally with the version that was last read. */
export const RowToDelete = z.union([
  z.string().max(64),
  z.strictObject({ id: z.string().max(64), updatedOn: z.string().max(40).optional() }),
])
export type RowToDelete = z.infer<typeof RowToDelete>
export const deleteRows = endpoint({
  name: 'deleteRows',
  summary: 'Delete many rows in one transaction; updatedOn rejects rows changed since',
  method: 'DELETE',
  path: '/api/data/{table}',
  access: 'rules',
  personalKey: 'write',
  production: 'named',
  limits: BULK_LIMITS,
  params: table,
  query: RowQuery,
  body: z.array(RowToDelete).max(MAX_ROWS),
  answer: Done,
})
