import Fastify from 'fastify'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

interface ServedMetrics {
  readonly port: number
  close(): Promise<void>
}

/** Serves the metrics on a port of their own: they have no authentication and must not be public. */
export async function serveMetrics(
  at: { host: string; port: number },
  { metrics, log }: { metrics: Metrics; log: Pick<Logger, 'error'> },
): Promise<ServedMetrics> {
  const app = Fastify({ exposeHeadRoutes: false, forceCloseConnections: true })
  app.get('/metrics', async (_request, reply) =>
    reply.type(CONTENT_TYPE).send(await metrics.print()),
  )
  app.setNotFoundHandler((_request, reply) => {
    void reply.code(404).type('text/plain').send('Only GET /metrics is served.\n')
  })
  app.setErrorHandler((error, _request, reply) => {
    log.error({ err: error }, 'metrics: scrape failed')
    void reply.code(500).type('text/plain').send('The log has the details.\n')
  })
  await app.listen(at)
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : at.port
  return { port, close: () => app.close() }
}
