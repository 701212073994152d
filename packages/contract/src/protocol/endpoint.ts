import type * as z from 'zod'

/**
 * Who may call an endpoint.
 * `public`: anyone, no token is looked at · `caller`: whoever the token names, staff or app user ·
 * `user`: a signed-in app user · `rules`: anyone, the table's rules decide · `staff`, `admin`: signed-in staff ·
 * `project:*`: staff who see the project named in the path, with at least that role there.
 */
export const ACCESS = [
  'public',
  'caller',
  'user',
  'rules',
  'staff',
  'admin',
  'project:developer',
  'project:owner',
  'project:admin',
] as const
export type Access = (typeof ACCESS)[number]

/**
 * What a call serves of production to staff. Data (rows, runs, requests, archives) needs the permission to read
 * production data; settings are every member's.
 * `named`: data of the environment that the call names · `record`: data of the environment that the run belongs to ·
 * `each`: data of both, and production's is left out for callers without the permission · `always`: data of the whole
 * project · `settings`: no data.
 */
export const PRODUCTION_READS = ['named', 'record', 'each', 'always', 'settings'] as const
export type ProductionRead = (typeof PRODUCTION_READS)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** How large a body may be; the default is {@link DEFAULT_LIMITS}. */
export interface BodyLimits {
  bytes: number
  depth: number
  keys: number
}

export const DEFAULT_LIMITS: BodyLimits = { bytes: 1_048_576, depth: 32, keys: 10_000 }
export const BULK_LIMITS: BodyLimits = { bytes: 10_485_760, depth: 64, keys: 100_000 }
export const DOCUMENT_LIMITS: BodyLimits = { bytes: 16_777_216, depth: 64, keys: 600_000 }

/** One call over HTTP: the server's route, the client's call and the OpenAPI entry are made from it. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  name: string
  summary: string
  method: Method
  path: `/${string}`
  access: Who
  /** Calls that developers may make and that reach an environment have to say it. */
  production?: ProductionRead
  params?: Params
  query?: Query
  body?: Body
  answer: Answer
  status?: 200 | 201 | 202
  limits?: BodyLimits
  /** Answered with `text/event-stream`: each event's data has the shape of the answer. */
  streams?: true
  /** Takes `application/x-ndjson`, read line by line as it arrives. */
  takesLines?: true
  /** Answered as a file to be saved, sent as it is made. */
  sendsFile?: true
}

/** Declares an endpoint and keeps the exact types of its shapes. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
  const Who extends Access = Access,
>(value: Endpoint<Params, Query, Body, Answer, Who>): Endpoint<Params, Query, Body, Answer, Who> {
  return value
}
