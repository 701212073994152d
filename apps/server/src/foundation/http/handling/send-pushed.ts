import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventSink, PushStream } from '../calls/call.ts'
import { countUnread } from './unread-answers.ts'

/** The socket gets so many bytes at once. */
const PIECE_BYTES = 65_536

/** Answers with a stream that its handler writes; it ends when the handler ends it or the caller disconnects. */
export function sendPushed(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  stream: PushStream,
): void {
  const { raw } = reply
  if (request.trace) request.trace.isStream = true
  reply
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
  // The response is written from here on by the stream alone.
  reply.hijack()
  raw.writeHead(200, reply.getHeaders() as Record<string, string>)
  const isOpen = () => !raw.writableEnded && !raw.destroyed
  const count = countUnread(request)
  /** What was not given to the socket yet: in pieces, so that the backlog shrinks while a client reads slowly. */
  const waiting: Buffer[] = []
  let waitingBytes = 0
  const backlog = () => raw.writableLength + waitingBytes
  const pump = () => {
    while (isOpen() && waiting.length > 0 && !raw.writableNeedDrain) {
      const [first] = waiting
      const piece = first && first.length > PIECE_BYTES ? first.subarray(0, PIECE_BYTES) : first
      if (!first || !piece) return
      if (piece === first) waiting.shift()
      else waiting[0] = first.subarray(PIECE_BYTES)
      waitingBytes -= piece.length
      raw.write(piece)
    }
    count(backlog())
  }
  const sink: EventSink = {
    write(text) {
      if (!isOpen()) return
      if (!count(backlog() + Buffer.byteLength(text))) {
        raw.destroy()
        return
      }
      const bytes = Buffer.from(text)
      waiting.push(bytes)
      waitingBytes += bytes.length
      pump()
    },
    backlog,
    count() {
      if (!count(backlog(), { isExact: true })) raw.destroy()
    },
    end: (last) =>
      void (isOpen() && raw.end(Buffer.concat([...waiting.splice(0), Buffer.from(last)]))),
    cut: () => void raw.destroy(),
  }
  raw.on('drain', pump)
  const closed = stream.open(sink)
  const close = () => {
    waiting.length = 0
    waitingBytes = 0
    count(0)
    closed()
  }
  if (raw.destroyed) close()
  else raw.once('close', close)
}
