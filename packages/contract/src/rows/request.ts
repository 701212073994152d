import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, SchemaId, Timestamp } from '../protocol/ids.ts'

/** Kind of caller according to the token; requests without a valid token count as guest. */
export const REQUEST_KINDS = ['staff', 'user', 'key', 'guest'] as const
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** An exact status, or a class such as `4xx`. */
export const RequestStatus = z
  .string()
  .regex(/^[1-5](\d\d|xx)$/, 'is not a status such as 404 or 4xx')

/** A logged request to the data API: metadata and result, never the body. */
export const LoggedRequest = z.object({
  id: z.string(),
  on: Timestamp,
  requestId: z.uuid(),
  /** The endpoint's name, such as `listRows`. */
  call: z.string(),
  method: z.enum(REQUEST_METHODS),
  /** Null if the request named no table of the environment. */
  table: z.string().nullable(),
  status: z.number().int(),
  ms: z.number(),
  rows: z.number().int(),
  kind: z.enum(REQUEST_KINDS),
  who: z.string().nullable(),
  /** Only for staff and keys that still exist. */
  whoName: z.string().nullable(),
  /** The member of staff who acted as the app user; null for others. */
  actorName: z.string().nullable(),
  /** Ids of the fields a page was filtered and sorted by. */
  filteredBy: z.array(z.string()),
  sortedBy: z.array(z.string()),
})
export type LoggedRequest = z.infer<typeof LoggedRequest>

/** Statistics of all requests in one interval; durations are accurate to 10 %. */
export const RequestPoint = z.object({
  on: Timestamp,
  succeeded: z.number().int(),
  /** 4xx responses. */
  refused: z.number().int(),
  /** 5xx responses. */
  failed: z.number().int(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
})
export type RequestPoint = z.infer<typeof RequestPoint>

/** How many requests of the period are in the list. */
export const RequestSampling = z.object({
  requests: z.number().int(),
  listed: z.number().int(),
  /** Requests that were answered but neither listed nor counted. */
  lost: z.number().int(),
})
export type RequestSampling = z.infer<typeof RequestSampling>

const params = z.strictObject({ projectId: ProjectId })
const filter = {
  environment: z.enum(ENVIRONMENT_NAMES).default('dev'),
  method: z.enum(REQUEST_METHODS).optional(),
  table: z.string().min(1).max(64).optional(),
  status: RequestStatus.optional(),
  kind: z.enum(REQUEST_KINDS).optional(),
  from: Timestamp.optional(),
  to: Timestamp.optional(),
}

export const listRequests = endpoint({
  name: 'listRequests',
  summary: 'Logged requests to the data API, newest first; sampled under load',
  method: 'GET',
  path: '/api/project/{projectId}/request',
  access: 'project:developer',
  production: 'named',
  params,
  query: z.strictObject({
    ...filter,
    requestId: z.uuid().optional(),
    cursor: z
      .string()
      .regex(/^\d{1,15}-\d{1,18}$/, 'is no cursor')
      .optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  answer: z.object({
    requests: z.array(LoggedRequest),
    nextCursor: z.string().nullable(),
    /** False if the request log is disabled on this server. */
    isOn: z.boolean(),
  }),
})

export const getRequestChart = endpoint({
  name: 'getRequestChart',
  summary: 'Requests to the data API over time, by status and duration',
  method: 'GET',
  path: '/api/project/{projectId}/request/chart',
  access: 'project:developer',
  production: 'named',
  params,
  /** Defaults to the last hour. */
  query: z.strictObject(filter),
  answer: z.object({
    chart: z.object({
      stepMinutes: z.number().int(),
      points: z.array(RequestPoint),
      total: RequestPoint,
      sampling: RequestSampling,
    }),
  }),
})

/** A filter or sort that scans more rows than this gets an index suggestion. */
export const MAX_SCANNED_ROWS = 10_000

/** A suggested index that would reduce the rows scanned by logged requests. */
export const IndexOffer = z.object({
  environment: z.enum(ENVIRONMENT_NAMES),
  tableId: SchemaId,
  table: z.string(),
  columns: z.array(SchemaId),
  /** Number of such requests in the log and their median duration. */
  requests: z.number().int(),
  p50: z.number(),
  lastOn: Timestamp,
})
export type IndexOffer = z.infer<typeof IndexOffer>

export const listIndexOffers = endpoint({
  name: 'listIndexOffers',
  summary: 'Suggested indexes for filters and sorts that scan more than 10,000 rows',
  method: 'GET',
  path: '/api/project/{projectId}/request/index',
  access: 'project:developer',
  production: 'each',
  params,
  answer: z.object({ offers: z.array(IndexOffer) }),
})
