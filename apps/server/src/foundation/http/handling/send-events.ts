import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream, StreamEvent } from '../calls/call.ts'
import { ApiError } from '../errors/api-error.ts'

const BEAT_MS = 15_000
/** Open streams per member of staff and process. */
const MAX_STREAMS = 30

/** Without an `end` event the caller reconnects, to another process if this one stops. */
const RECONNECT = 'retry: 1000\n\n'

const open = new Map<string, number>()

function take(who: string): () => void {
  const count = open.get(who) ?? 0
  if (count >= MAX_STREAMS) {
    throw new ApiError('rate_limited', 'Too many streams are open. Close some windows.', {
      retryAfterSeconds: 5,
    })
  }
  open.set(who, count + 1)
  return () => {
    const left = (open.get(who) ?? 1) - 1
    if (left > 0) open.set(who, left)
    else open.delete(who)
  }
}

interface Sending {
  stream: EventStream
  /** The signal is aborted when the caller loses the right to the stream. */
  watchRights: () => { signal: AbortSignal; close(): void }
  check: (data: unknown) => void
  closing: AbortSignal
}

async function* write(
  { stream, check, closing }: Sending,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const events = stream.open(signal)[Symbol.asyncIterator]()
  const ended = new Promise<'ended'>((resolve) => {
    if (signal.aborted) resolve('ended')
    signal.addEventListener('abort', () => resolve('ended'), { once: true })
  })
  // Headers are sent with the first byte, so that the caller knows that the stream is open.
  yield ': open\n\n'
  let next: Promise<IteratorResult<StreamEvent>> = events.next()
  try {
    while (!signal.aborted) {
      let timer: NodeJS.Timeout | undefined
      const beat = new Promise<'beat'>((resolve) => {
        timer = setTimeout(() => resolve('beat'), BEAT_MS)
      })
      const arrived = await Promise.race([next, beat, ended]).finally(() => clearTimeout(timer))
      if (arrived === 'ended') {
        if (closing.aborted) yield RECONNECT
        return
      }
      if (arrived === 'beat') {
        yield ': still here\n\n'
      } else if (arrived.done) {
        // Without this event the caller assumes a lost connection and reconnects.
        yield 'event: end\ndata: {}\n\n'
        return
      } else {
        const { id, data } = arrived.value
        check(data)
        yield `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`
        next = events.next()
      }
    }
  } finally {
    next.catch(() => {})
  }
}

/** Answers with events until there are no more, the caller disconnects or the server stops. */
export function sendEvents(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  sending: Sending,
): FastifyReply {
  const release = take(request.staff?.id ?? request.ip)
  const rights = sending.watchRights()
  const disconnected = new AbortController()
  reply.raw.once('close', () => {
    disconnected.abort()
    release()
    rights.close()
  })
  const signal = AbortSignal.any([disconnected.signal, sending.closing, rights.signal])
  return reply
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(write(sending, signal), { objectMode: false }))
}
