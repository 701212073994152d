import { ENVIRONMENT_NAMES } from '@plinth/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../calls/call.ts'
import { hostOfOrigin } from './app-origin.ts'
import type { DomainDirectory } from './domain-directory.ts'

/** Paths that apps in a browser call; the console's own API never allows other origins. */
const OPEN = ['/api/data/', '/api/auth/', '/api/file/']
const ME = '/auth/me'

const METHODS = 'GET, POST, PUT, DELETE'
const SENT = 'authorization, content-type, if-match, idempotency-key'
const SHOWN =
  'ratelimit-limit, ratelimit-policy, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id'
const MAX_AGE_SECONDS = '600'

/** Tells caches that the answer depends on the origin. */
export const VARIES = { vary: 'Origin' }

export const isOpenToOrigins = (path: string): boolean =>
  path === ME || OPEN.some((open) => path.startsWith(open))

interface Domains {
  environments: DomainDirectory
}

interface Target {
  projectId: string
  environment: string
}

/** The environment of a request: from its host, its query or its token. */
async function targetOf(
  { environments }: Domains,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<Target | undefined> {
  const hosted = await environments.findByHost(request.hostname.toLowerCase())
  if (hosted) return hosted
  const { $projectId: projectId, $environment } = request.query as Record<string, unknown>
  const environment = ENVIRONMENT_NAMES.find((name) => name === $environment) ?? 'dev'
  if (typeof projectId === 'string') return { projectId, environment }
  return caller?.kind === 'user' ? environments.findById(caller.user) : undefined
}

/**
 * The origin that may read this answer: one of the domains of the requested environment (R32). A preflight without a
 * project is allowed for any known domain; the actual request is checked again.
 */
async function findOrigin(
  context: Domains,
  request: FastifyRequest,
  caller: Caller | undefined,
): Promise<string | undefined> {
  const { origin } = request.headers
  const host = origin === undefined ? undefined : hostOfOrigin(origin)
  if (host === undefined || caller?.kind === 'staff') return undefined
  const home = await context.environments.findByHost(host)
  if (!home) return undefined
  const target = await targetOf(context, request, caller)
  const fits = target
    ? target.projectId === home.projectId && target.environment === home.environment
    : caller === undefined
  return fits ? origin : undefined
}

/** Sets CORS headers for the environment's own domains; never `*`. */
export async function allowOrigin(
  context: Domains,
  { request, reply, caller }: { request: FastifyRequest; reply: FastifyReply; caller?: Caller },
): Promise<boolean> {
  reply.headers(VARIES)
  const origin = await findOrigin(context, request, caller)
  if (origin === undefined) return false
  reply.header('access-control-allow-origin', origin)
  reply.header('access-control-expose-headers', SHOWN)
  return true
}

/** Answers CORS preflight requests. */
export function answerPreflights(app: FastifyInstance, context: Domains): void {
  for (const url of [...OPEN.map((open) => `${open}*`), ME]) {
    app.options(url, async (request, reply) => {
      if (await allowOrigin(context, { request, reply })) {
        reply.header('access-control-allow-methods', METHODS)
        reply.header('access-control-allow-headers', SENT)
        reply.header('access-control-max-age', MAX_AGE_SECONDS)
      }
      return reply.code(204).send()
    })
  }
}
