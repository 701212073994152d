import type { FastifyRequest } from 'fastify'

/** How long, and how much of, the rest of a body is read and dropped after the answer. */
const LINGER_MS = 30_000
const LINGER_BYTES = 67_108_864
const CHECK_EVERY_MS = 250

/**
 * Reads the rest of a rejected body, within limits, before its connection is closed. A socket that is closed with unread
 * data sends a reset, and a client that is still sending would lose the answer. To be called before the answer is sent,
 * with `Connection: close`.
 */
export function lingerOnClose(request: FastifyRequest['raw']): void {
  const { socket } = request
  // Node calls this after an answer that closes its connection.
  socket.destroySoon = () => {
    const limit = socket.bytesRead + LINGER_BYTES
    const until = performance.now() + LINGER_MS
    const timer = setInterval(() => {
      if (socket.bytesRead > limit || performance.now() > until) socket.destroy()
    }, CHECK_EVERY_MS)
    socket.once('close', () => clearInterval(timer))
    request.once('end', () => socket.destroy())
    socket.end()
    request.resume()
  }
}
