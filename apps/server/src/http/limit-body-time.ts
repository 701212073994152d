import type { preParsingHookHandler as Hook } from 'fastify'

const PATIENCE_MS = 60_000

/** A body has a minute to arrive; only files and lines may take longer, and they are not read here. */
export function limitBodyTime(...[request, , payload, done]: Parameters<Hook>): void {
  done()
  const { headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  if (request.routeOptions.config.takesLines) return
  const late = setTimeout(() => request.raw.destroy(), PATIENCE_MS).unref()
  payload.once('close', () => clearTimeout(late))
}
