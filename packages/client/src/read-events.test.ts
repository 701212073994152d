import { describe, expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

/** Reads a stream that delivers the text in chunks of `size` bytes. */
async function parse(text: string, size: number) {
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
      controller.close()
    },
  })
  const events = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

const message = (data: string, rest = {}) => ({ event: undefined, id: undefined, data, ...rest })

// A chunk of one byte splits every line end and every character.
describe.each([1, 2, 3, 1_000])('in chunks of %i bytes', (size) => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['a lone CR', '\r'],
  ])('reads events whose lines end with %s', async (_name, end) => {
    const lines = ['event: row', 'id: 7', 'data: {"a":1}', '', 'data:two', '', '']
    expect(await parse(lines.join(end), size)).toEqual([
      message('{"a":1}', { event: 'row', id: '7' }),
      message('two'),
    ])
  })

  test.each([
    ['a byte order mark', '\ufeffdata: 1\n\n', ['1']],
    ['comments', ': ping\n\n:\ndata: 1\n: pong\n\n', ['1']],
    ['several lines of data', 'data: 1\ndata:\ndata:  3\n\n', ['1\n\n 3']],
    ['characters of two to four bytes', 'data: é€😀\n\n', ['é€😀']],
    ['fields without data', 'id: 1\nevent: row\n\ndata: 2\n\n', ['2']],
    ['unknown fields', 'retry: x\nother: y\ndata: 1\n\n', ['1']],
    ['an event that was cut off', 'data: 1\n\ndata: 2\n', ['1']],
  ])('reads %s', async (_name, text, data) => {
    expect(await parse(text, size)).toEqual(data.map((each) => message(each)))
  })
})

test('cancels the body when the consumer stops', async () => {
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    cancel: () => {
      isCancelled = true
    },
  })
  for await (const event of readEvents(body)) {
    expect(event.data).toBe('1')
    break
  }
  expect(isCancelled).toBe(true)
})

test('throws the error of a lost connection after the events before it', async () => {
  const steps = [
    (controller: ReadableStreamDefaultController) =>
      controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    (controller: ReadableStreamDefaultController) => controller.error(new Error('lost')),
  ]
  const body = new ReadableStream({ pull: (controller) => steps.shift()?.(controller) })
  const events = readEvents(body)
  expect((await events.next()).value).toEqual(message('1'))
  await expect(events.next()).rejects.toThrow('lost')
})
