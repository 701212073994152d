import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventSink, PushStream } from '../calls/call.ts'

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
  const sink: EventSink = {
    write: (text) => void (isOpen() && raw.write(text)),
    backlog: () => raw.writableLength,
    end: (last) => void (isOpen() && raw.end(last)),
    cut: () => void raw.destroy(),
  }
  const closed = stream.open(sink)
  if (raw.destroyed) closed()
  else raw.once('close', closed)
}
