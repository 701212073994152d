import type { FastifyRequest, preParsingHookHandler as Hook } from 'fastify'

type Raw = FastifyRequest['raw']

const PATIENCE_MS = 60_000
const LOOK_MS = 5_000

/** Bodies that are arriving, with the moment by which they must have; the oldest first. */
const arriving = new Map<Raw, number>()
let looking: NodeJS.Timeout | undefined

function endLate(): void {
  const now = performance.now()
  for (const [request, until] of arriving) {
    const isOver = request.complete || request.destroyed
    if (!isOver && until > now) continue
    arriving.delete(request)
    if (!isOver) request.destroy()
  }
  if (arriving.size > 0) return
  clearInterval(looking)
  looking = undefined
}

/**
 * A body has a minute to arrive; only files and lines may take longer, and they are not read here. One timer
 * looks after all of them: most are there at once.
 */
export function limitBodyTime(...[request, , , done]: Parameters<Hook>): void {
  const { headers, raw } = request
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (hasBody) {
    arriving.set(raw, performance.now() + PATIENCE_MS)
    looking ??= setInterval(endLate, LOOK_MS).unref()
  }
  done()
}

/** The body is there. */
export function endBodyTime(request: Raw): void {
  arriving.delete(request)
}
