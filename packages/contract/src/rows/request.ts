import * as z from 'zod'
import { ENVIRONMENT_NAMES } from '../project/environment.ts'
import { endpoint } from '../protocol/endpoint.ts'
import { ProjectId, SchemaId, Timestamp } from '../protocol/ids.ts'

/** Who asked, as far as the token told; a guest showed none that is good here. */
export const REQUEST_KINDS = ['staff', 'user', 'key', 'guest'] as const
export const REQUEST_METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
/** An exact status, or all that begin alike. */
export const RequestStatus = z.string().regex(/^[1-5](\d\d|xx)$/, 'is no status such as 404 or 4xx')

/** One answered request to the data API: what it was about and what came of it, never what it said. */
export const LoggedRequest = z.object({
  id: z.string(),
  on: Timestamp,
  requestId: z.uuid(),
  /** The call's name, such as `listRows`. */
  call: z.string(),
  method: z.enum(REQUEST_METHODS),
  /** Null where no table of the environment was named. */
  table: z.string().nullable(),
  status: z.number().int(),
  ms: z.number(),
  rows: z.number().int(),
  kind: z.enum(REQUEST_KINDS),
  who: z.string().nullable(),
  /** Of staff and keys that are still there. */
  whoName: z.string().nullable(),
  /** The fields a page was narrowed and sorted by, by their ids. */
  filteredBy: z.array(z.string()),
  sortedBy: z.array(z.string()),
})
export type LoggedRequest = z.infer<typeof LoggedRequest>

/** What was answered in one stretch of time, all of it; durations within a tenth. */
export const RequestPoint = z.object({
  on: Timestamp,
  succeeded: z.number().int(),
  /** 4xx: the caller's fault. */
  refused: z.number().int(),
  /** 5xx: ours. */
  failed: z.number().int(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
})
export type RequestPoint = z.infer<typeof RequestPoint>

/** How much of the same time stands in the list. */
export const RequestSampling = z.object({
  requests: z.number().int(),
  listed: z.number().int(),
  /** Known to have been answered, but neither listed nor counted above. */
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
  summary: 'Requests to the data API, newest first; a part of them while it is busy',
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
    /** False where this server writes none down. */
    isOn: z.boolean(),
  }),
})

export const getRequestChart = endpoint({
  name: 'getRequestChart',
  summary: 'How many requests to the data API were answered how, and how fast, over time',
  method: 'GET',
  path: '/api/project/{projectId}/request/chart',
  access: 'project:developer',
  production: 'named',
  params,
  /** The last hour unless told. */
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

/** Filters and sorts that read more rows than this are worth an index. */
export const MAX_SCANNED_ROWS = 10_000

/** An index that requests would have read fewer rows with. */
export const IndexOffer = z.object({
  environment: z.enum(ENVIRONMENT_NAMES),
  tableId: SchemaId,
  table: z.string(),
  columns: z.array(SchemaId),
  /** How many such requests stand in the log, and how long half of them took at most. */
  requests: z.number().int(),
  p50: z.number(),
  lastOn: Timestamp,
})
export type IndexOffer = z.infer<typeof IndexOffer>

export const listIndexOffers = endpoint({
  name: 'listIndexOffers',
  summary: 'Indexes for filters and sorts that read more than 10,000 rows, from what was asked for',
  method: 'GET',
  path: '/api/project/{projectId}/request/index',
  access: 'project:developer',
  production: 'each',
  params,
  answer: z.object({ offers: z.array(IndexOffer) }),
})
