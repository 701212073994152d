import type { FastifyInstance } from 'fastify'
import type { Route } from '../calls/route.ts'
import type { HttpContext } from '../handling/http-context.ts'

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const STATUSES = [200, 201, 202, 204, 206, 304, 400, 401, 403, 404, 405, 409, 412, 413, 415, 422]
const MORE_STATUSES = [429, 500, 502, 503, 504, 507]

/**
 * Records the duration of each request by its endpoint, never by its path. Webhooks are `webhook`; pages, their scripts
 * and unknown paths are `other`.
 */
export function countRequests(
  app: FastifyInstance,
  { metrics }: Pick<HttpContext, 'metrics'>,
  { routes }: { routes: readonly Route[] },
): void {
  if (!metrics.isOn) return
  const observe = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by endpoint and status.',
    labels: {
      endpoint: [...routes.map(({ endpoint }) => endpoint.name), 'webhook'],
      status: [...STATUSES, ...MORE_STATUSES].map(String),
    },
    buckets: BUCKETS,
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const endpoint = request.routeOptions.config?.endpoint ?? 'other'
    observe({ endpoint, status: String(reply.statusCode) }, reply.elapsedTime / 1_000)
  })
}
