import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'

const PATIENCE_MS = 60_000

/** A body has a minute to arrive; only files and lines may take longer, and they are not read here. */
export async function limitBodyTime(
  request: FastifyRequest,
  _reply: unknown,
  payload: Readable,
): Promise<void> {
  if (request.routeOptions.config.takesLines) return
  const { headers } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  const late = setTimeout(() => request.raw.destroy(), PATIENCE_MS)
  payload.once('close', () => clearTimeout(late))
}
