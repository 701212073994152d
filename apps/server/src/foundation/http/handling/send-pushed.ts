import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventSink, PushStream } from '../calls/call.ts'
import { countUnread } from './unread-answers.ts'

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
  const sink: EventSink = {
    write(text) {
      if (!isOpen()) return
      if (!count(raw.writableLength + Buffer.byteLength(text))) raw.destroy()
      else if (raw.write(text)) count(0)
      else count(raw.writableLength)
    },
    backlog: () => raw.writableLength,
    end: (last) => void (isOpen() && raw.end(last)),
    cut: () => void raw.destroy(),
  }
  raw.on('drain', () => count(0))
  const closed = stream.open(sink)
  const close = () => {
    count(0)
    closed()
  }
  if (raw.destroyed) close()
  else raw.once('close', close)
}
