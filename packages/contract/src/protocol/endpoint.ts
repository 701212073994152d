import type * as z from 'zod'

/**
 * Access level of an endpoint. `public`: anyone, the token is ignored · `caller`: any valid token, staff or app
 * user · `user`: a signed-in app user · `key`: a program with an API key · `rules`: anyone, subject to the table's
 * rules · `staff`, `admin`: signed-in staff · `project:*`: staff with at least that role in the project named in the path.
 */
export const ACCESS = [
  'public',
  'caller',
  'user',
  'key',
  'rules',
  'staff',
  'admin',
  'project:developer',
  'project:owner',
  'project:admin',
] as const
export type Access = (typeof ACCESS)[number]

/**
 * Which production data an endpoint returns to staff. Data (rows, runs, requests, archives) requires the permission
 * to read production data; settings are visible to every member. `named`: data of the environment named in the
 * request · `record`: data of the run's environment · `each`: data of both environments, omitting production for
 * callers without the permission · `always`: data of the whole project · `settings`: no data.
 */
export const PRODUCTION_READS = ['named', 'record', 'each', 'always', 'settings'] as const
export type ProductionRead = (typeof PRODUCTION_READS)[number]

/**
 * What a call does in a project, which decides whether it is answered while the project is not open. `manage`: looks
 * after the project itself, always answered · `read`: reads data, refused while suspended or archived · `write`:
 * changes or starts something, refused unless the project is open.
 */
export const PROJECT_USES = ['manage', 'read', 'write'] as const
export type ProjectUse = (typeof PROJECT_USES)[number]

/**
 * Which calls need a recent proof: the caller's password or two-factor code in the last {@link PROOF_MINUTES}; signing
 * in counts. `always`: every call · `conditional`: the handler decides, by what the call changes or returns.
 */
export const PROOFS = ['always', 'conditional'] as const
export type Proof = (typeof PROOFS)[number]
export const PROOF_MINUTES = 10

/**
 * What a call does for the holder of a personal key: `read`, or `write`, which read-only keys may not. Calls that do not
 * declare it are refused: accounts, members, keys, secrets and settings are for sessions only.
 */
export const PERSONAL_KEY_USES = ['read', 'write'] as const
export type PersonalKeyUse = (typeof PERSONAL_KEY_USES)[number]

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Size limits of a request body; defaults to {@link DEFAULT_LIMITS}. */
export interface BodyLimits {
  bytes: number
  depth: number
  keys: number
}

export const DEFAULT_LIMITS: BodyLimits = { bytes: 1_048_576, depth: 32, keys: 10_000 }
export const BULK_LIMITS: BodyLimits = { bytes: 10_485_760, depth: 64, keys: 100_000 }
export const DOCUMENT_LIMITS: BodyLimits = { bytes: 16_777_216, depth: 64, keys: 600_000 }

/** An HTTP endpoint: the server route, the client call and the OpenAPI entry are derived from it. */
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
  /** Required for endpoints that are open to developers and access an environment. */
  production?: ProductionRead
  /** Required for endpoints of a project other than GET, whose default is `manage`. */
  use?: ProjectUse
  /** For sensitive endpoints of staff; others need no recent proof. */
  proof?: Proof
  /** Personal keys may call it, read-only ones only if it is `read`. */
  personalKey?: PersonalKeyUse
  params?: Params
  query?: Query
  body?: Body
  answer: Answer
  status?: 200 | 201 | 202
  limits?: BodyLimits
  /** Responds with `text/event-stream`; the data of each event has the response shape. */
  streams?: true
  /** A stream whose handler ends it with the rights of its caller; streams of staff are ended for them. */
  checksRights?: true
  /** Accepts `application/x-ndjson`, parsed line by line while it arrives. */
  takesLines?: true
  /** Also accepts `application/x-www-form-urlencoded`, each field once. */
  takesForm?: true
  /** Streams the response as a file download. */
  sendsFile?: true
  /** Also takes a token of an app user that an exchange has replaced. */
  takesReplaced?: true
  /** A call of app users that staff who act as one may make; they may not make the others. */
  takesActor?: true
  /** Has limits per address; the server of an app may name the address of its visitor. */
  countsVisitors?: true
}

/** Declares an endpoint and preserves the exact types of its shapes. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
  const Who extends Access = Access,
>(value: Endpoint<Params, Query, Body, Answer, Who>): Endpoint<Params, Query, Body, Answer, Who> {
  return value
}
