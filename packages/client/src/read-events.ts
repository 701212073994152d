export interface WireEvent {
  event: string
  id: string | undefined
  data: string
}

function readBlock(block: string): WireEvent | undefined {
  const read: WireEvent = { event: 'message', id: undefined, data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') read.event = value
    else if (field === 'id') read.id = value
    else if (field === 'data') data.push(value)
  }
  return data.length === 0 ? undefined : { ...read, data: data.join('\n') }
}

/** Parses `text/event-stream`; comments (keep-alives) are skipped. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<WireEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value, { stream: true }).replaceAll('\r', '')
      const blocks = rest.split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readBlock(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
