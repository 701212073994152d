import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { EventStream, StreamEvent } from '../calls/call.ts'
import { Refusal } from '../errors/refusal.ts'

const BEAT_MS = 15_000
/** What one person may have open in one process, all windows together. */
const MOST_STREAMS = 30

const open = new Map<string, number>()

function take(who: string): () => void {
  const count = open.get(who) ?? 0
  if (count >= MOST_STREAMS) {
    throw new Refusal('rate_limited', 'Too many streams are open. Close some windows.', {
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

async function* write({ stream, check }: Sending, signal: AbortSignal): AsyncGenerator<string> {
  const events = stream.open(signal)[Symbol.asyncIterator]()
  const ended = new Promise<'ended'>((resolve) => {
    if (signal.aborted) resolve('ended')
    signal.addEventListener('abort', () => resolve('ended'), { once: true })
  })
  // The headers leave with the first byte, so that the caller knows it is heard.
  yield ': open\n\n'
  let next: Promise<IteratorResult<StreamEvent>> = events.next()
  try {
    while (!signal.aborted) {
      let timer: NodeJS.Timeout | undefined
      const beat = new Promise<'beat'>((resolve) => {
        timer = setTimeout(() => resolve('beat'), BEAT_MS)
      })
      const arrived = await Promise.race([next, beat, ended]).finally(() => clearTimeout(timer))
      if (arrived === 'ended') return
      if (arrived === 'beat') {
        yield ': still here\n\n'
      } else if (arrived.done) {
        // Without this word a connection was lost, and the caller comes back for the rest.
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

/** Answers with events until there are no more, the caller leaves or the server stops. */
export function sendEvents(
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  sending: Sending,
): FastifyReply {
  const release = take(request.staff?.id ?? request.ip)
  const rights = sending.watchRights()
  const gone = new AbortController()
  reply.raw.once('close', () => {
    gone.abort()
    release()
    rights.close()
  })
  const signal = AbortSignal.any([gone.signal, sending.closing, rights.signal])
  return reply
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    .type('text/event-stream; charset=utf-8')
    .send(Readable.from(write(sending, signal), { objectMode: false }))
}
