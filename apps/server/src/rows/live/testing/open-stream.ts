import type { LiveSubscription } from '@plinth/contract'
import { testServer } from '../../../app/testing/test-server.ts'

/** An event of a stream as received. */
export interface Received {
  readonly event: string
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests compare it with the expected shape.
  readonly data: any
}

export interface StreamOptions {
  readonly projectId: string
  readonly token?: string | undefined
  readonly subscriptions?: readonly LiveSubscription[]
  readonly query?: Record<string, string>
  readonly headers?: Record<string, string>
  readonly address?: string
}

export type TestStream = Awaited<ReturnType<typeof openStream>>

/** The request of a stream, which is refused with a status. */
export function requestStream(options: StreamOptions, signal?: AbortSignal): Promise<Response> {
  const { projectId, token, subscriptions, query, headers, address } = options
  const search = new URLSearchParams({
    $projectId: projectId,
    ...(subscriptions && { subscriptions: JSON.stringify(subscriptions) }),
    ...query,
  })
  return fetch(`${address ?? testServer().address}/api/data/$events?${search}`, {
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    ...(signal && { signal }),
  })
}

function parse(block: string): Received | undefined {
  const fields = new Map(
    block.split('\n').map((line) => {
      const at = line.indexOf(': ')
      return [line.slice(0, at), line.slice(at + 2)] as const
    }),
  )
  const [event, data] = [fields.get('event'), fields.get('data')]
  if (event === undefined || data === undefined) return undefined
  return { event, id: fields.get('id'), data: JSON.parse(data) }
}

/** Opens a stream; each call of `next` waits for the next event of these names, and skips others. */
export async function openStream(options: StreamOptions) {
  const stop = new AbortController()
  const answer = await requestStream(options, stop.signal)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const reader = (answer.body as ReadableStream<Uint8Array>)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  let text = ''
  const read = async (): Promise<Received | undefined> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end >= 0) {
        const found = parse(text.slice(0, end))
        text = text.slice(end + 2)
        if (found) return found
        continue
      }
      const { done, value } = await reader.read()
      if (done) return undefined
      text += value
    }
  }
  const next = async (...names: readonly string[]): Promise<Received> => {
    for (;;) {
      const found = await read()
      if (!found) throw new Error('the stream has ended')
      if (names.length === 0 || names.includes(found.event)) return found
    }
  }
  return {
    answer,
    /** Undefined at the end of the stream. */
    read,
    next,
    /** The events up to and with this one. */
    async until(isLast: (received: Received) => boolean): Promise<Received[]> {
      const all: Received[] = []
      for (;;) {
        const found = await next()
        all.push(found)
        if (isLast(found)) return all
      }
    },
    close: () => stop.abort(),
  }
}
