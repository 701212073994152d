import { ENVIRONMENT_NAMES, type EnvironmentName, Origin, ProjectId } from '@plinth/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../calls/call.ts'
import { answerError, UNROUTED_HEADERS } from '../errors/answer-error.ts'
import { ApiError } from '../errors/api-error.ts'
import { hostOfOrigin } from './app-origin.ts'
import type { DomainDirectory } from './domain-directory.ts'
import { isLocalOrigin, matchesOrigin } from './match-origin.ts'
import type { OriginDirectory } from './origin-directory.ts'

/** Paths that apps in a browser call; the console's own API never allows other origins. */
const OPEN = ['/api/data/', '/api/auth/', '/api/file/']
const ME = '/auth/me'

const METHODS = 'GET, POST, PUT, PATCH, DELETE'
const SENT = 'authorization, content-type, if-match, idempotency-key, traceparent'
const SHOWN =
  'ratelimit-limit, ratelimit-policy, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id, x-trace-id'
const MAX_AGE_SECONDS = '600'

/** Tells caches that the answer depends on the origin. */
export const VARIES = { vary: 'Origin' }
/** Why a page may not read an answer; for people who look at the request in the browser's tools. */
const REFUSED = 'x-origin-refused'

export const isOpenToOrigins = (path: string): boolean =>
  path === ME || OPEN.some((open) => path.startsWith(open))

/** Whether apps in a browser call this URL, also if it has no route or cannot be decoded. */
export const isOpenUrl = (url: string): boolean => isOpenToOrigins(url.split('?')[0] ?? '')

interface Directories {
  environments: DomainDirectory
  origins: OriginDirectory
}

interface Target {
  /** Undefined if the request names what no project can have as its id. */
  projectId: string | undefined
  environment: EnvironmentName
}

/** The query of a request; Fastify parses none if the path cannot be decoded. */
function queryOf({ query, url }: FastifyRequest): Record<string, unknown> {
  const parsed = query as Record<string, unknown> | null
  return parsed ?? Object.fromEntries(new URLSearchParams(url.split('?')[1]))
}

/** The environment of a request: from its host, its query or its token. */
async function targetOf(
  { environments }: Directories,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<Target | undefined> {
  const hosted = await environments.findByHost(request.hostname.toLowerCase())
  if (hosted) return hosted
  const { $projectId, $environment } = queryOf(request)
  const named = ENVIRONMENT_NAMES.find((name) => name === $environment)
  const key = caller?.kind === 'key' ? caller.key : undefined
  const projectId = typeof $projectId === 'string' ? $projectId : key?.projectId
  if (projectId !== undefined) {
    // Checked here, because headers and cache keys are made from it before the request is validated.
    const { data } = ProjectId.safeParse(projectId)
    return { projectId: data, environment: named ?? key?.environment ?? 'dev' }
  }
  return caller?.kind === 'user' ? environments.findById(caller.user) : undefined
}

/** Whether any environment of this installation allows the origin. */
async function isKnown({ environments, origins }: Directories, origin: string): Promise<boolean> {
  if (isLocalOrigin(origin)) return true
  const host = hostOfOrigin(origin)
  if (host !== undefined && (await environments.findByHost(host))) return true
  return origins.isListed(origin)
}

/** What to add, and where, so that pages of the origin can call the environment. */
function formatRefusal(origin: string, target: Target | undefined): string {
  if (!target?.projectId) return `${origin} is no allowed origin. Name the project with $projectId.`
  const { projectId, environment } = target
  return `${origin} is no allowed origin of ${environment}. Add it in project ${projectId} under Settings, Domains, Allowed origins.`
}

const OF_STAFF =
  'Pages of other origins cannot use the token of staff. Sign in an app user instead.'

/** Why the origin may not read the answer; undefined if it may. */
async function findRefusal(
  context: Directories,
  { request, origin, caller }: { request: FastifyRequest; origin: string; caller?: Caller },
): Promise<string | undefined> {
  if (caller?.kind === 'staff') return OF_STAFF
  if (Origin.safeParse(origin).data !== origin) return 'The Origin header names no origin.'
  const target = await targetOf(context, request, caller)
  if (!target) {
    // A preflight request without a project. The actual request is checked again.
    const isAllowed = caller === undefined && (await isKnown(context, origin))
    return isAllowed ? undefined : formatRefusal(origin, target)
  }
  const { projectId, environment } = target
  const policy = projectId && (await context.origins.policyOf({ projectId, environment }))
  // A local page may read that there is no such project: otherwise a mistyped id looks like a refused origin.
  const isAllowed = policy
    ? matchesOrigin(policy, origin)
    : environment === 'dev' && isLocalOrigin(origin)
  return isAllowed ? undefined : formatRefusal(origin, target)
}

/** Whether the page is one of the server that it calls, which needs no CORS headers. */
function isSameOrigin(request: FastifyRequest, origin: string): boolean {
  return origin === `${request.protocol}://${request.host}`
}

/**
 * Sets CORS headers for the allowed origins of the requested environment (R32), never `*`; for others a header that
 * says what to add. Returns the reason of a refusal.
 */
export async function allowOrigin(
  context: Directories,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller?: Caller },
): Promise<string | undefined> {
  reply.headers(VARIES)
  const { origin } = request.headers
  if (origin === undefined) return undefined
  const refusal = await findRefusal(context, { request, origin, ...(caller && { caller }) })
  if (refusal === undefined) {
    reply.header('access-control-allow-origin', origin)
    reply.header('access-control-expose-headers', SHOWN)
  } else if (!isSameOrigin(request, origin)) {
    reply.header(REFUSED, refusal)
  }
  return refusal
}

/** Answers a CORS preflight request. Throws 403 for an origin that is not allowed. */
async function answerPreflight(
  context: Directories,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const refusal = await allowOrigin(context, { request, reply })
  if (refusal !== undefined) {
    const { origin } = request.headers
    request.log.info({ origin, url: request.url.slice(0, 200) }, 'http: origin refused')
    throw new ApiError('forbidden', refusal)
  }
  if (request.headers.origin !== undefined) {
    reply.header('access-control-allow-methods', METHODS)
    reply.header('access-control-allow-headers', SENT)
    reply.header('access-control-max-age', MAX_AGE_SECONDS)
  }
  return reply.code(204).send()
}

export function answerPreflights(app: FastifyInstance, context: Directories): void {
  for (const url of [...OPEN.map((open) => `${open}*`), ME]) {
    app.options(url, (request, reply) => answerPreflight(context, request, reply))
  }
}

/**
 * Answers a request that Fastify could not route. Pages of allowed origins may read the error, so that an app shows it
 * instead of "Network Error"; their preflight request succeeds, because otherwise the browser would not send the call.
 */
export async function answerUnroutable(
  context: Directories,
  { error, request, reply }: { error: Error; request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  reply.headers(UNROUTED_HEADERS).header('x-request-id', request.id)
  const answered = async () => {
    if (!isOpenUrl(request.url)) return error
    if (request.method === 'OPTIONS') return void (await answerPreflight(context, request, reply))
    await allowOrigin(context, { request, reply })
    return error
  }
  const failed = await answered().catch((failure: Error) => failure)
  if (failed) answerError(failed, request, reply)
}
