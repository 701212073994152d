export interface LiveEvent {
  name: string | undefined
  id: string | undefined
  data: Record<string, unknown>
}

function parse(block: string): LiveEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  return { name: field('event'), id: field('id'), data: JSON.parse(field('data') ?? '{}') }
}

/** Takes each server-sent event until the answer ends. */
export async function readEvents(
  body: AsyncIterable<Uint8Array>,
  take: (event: LiveEvent) => void,
): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const part of body) {
    text += decoder.decode(part, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      take(parse(text.slice(0, end)))
      text = text.slice(end + 2)
    }
  }
}
