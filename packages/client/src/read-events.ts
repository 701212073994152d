import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Parses `text/event-stream`; comments (keep-alives) are skipped. `onPart` is called for everything that arrives. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onPart?: () => void,
): AsyncGenerator<EventSourceMessage> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event) })
  // Not `EventSourceParserStream`: its pipes cancel the body after `cancel` resolves.
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onPart?.()
      parser.feed(decoder.decode(part.value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
