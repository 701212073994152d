import type { FastifyRequest, preParsingHookHandler as Hook } from 'fastify'

type Raw = FastifyRequest['raw']

const BODY_TIMEOUT_MS = 60_000
const CHECK_EVERY_MS = 5_000

/** Incomplete bodies with their deadlines, the oldest first. */
const arriving = new Map<Raw, number>()
let timer: NodeJS.Timeout | undefined

function endLate(): void {
  const now = performance.now()
  for (const [request, until] of arriving) {
    const isOver = request.complete || request.destroyed
    if (!isOver && until > now) continue
    arriving.delete(request)
    if (!isOver) request.destroy()
  }
  if (arriving.size > 0) return
  clearInterval(timer)
  timer = undefined
}

/**
 * Limits the time in which a body must arrive to a minute; files and NDJSON may take longer and are not read here. One
 * timer serves all requests, because most bodies arrive at once.
 */
export function limitBodyTime(...[request, , , done]: Parameters<Hook>): void {
  const { headers, raw } = request
  const hasBody =
    headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (hasBody) {
    arriving.set(raw, performance.now() + BODY_TIMEOUT_MS)
    timer ??= setInterval(endLate, CHECK_EVERY_MS).unref()
  }
  done()
}

/** Called when the body is complete. */
export function endBodyTime(request: Raw): void {
  arriving.delete(request)
}
