import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** What the driver gives whoever speaks the protocol themselves; COPY is not part of its own calls. */
interface Wire {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const HELD_BYTES = 8 * 1024 * 1024

/** What both directions have in common: one statement, ended by the server being ready again. */
class Copy {
  readonly text: string
  rows = 0
  wire: Wire | undefined
  failure: Error | undefined
  settle: () => void = () => {}
  readonly ended = new Promise<void>((resolve) => {
    this.settle = resolve
  })

  constructor(text: string) {
    this.text = text
  }

  submit(wire: Wire): void {
    this.wire = wire
    wire.query(this.text)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }

  handleError(error: Error): void {
    this.failure = error
    // A lost connection is never ready again.
    if (!('code' in error) || this.wire?.stream.destroyed !== false) this.settle()
  }

  handleReadyForQuery(): void {
    this.settle()
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

class CopyOut extends Copy {
  held: Buffer[] = []
  bytes = 0
  wake: () => void = () => {}

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.held.push(chunk)
    this.bytes += chunk.length
    if (this.bytes > HELD_BYTES) this.wire?.stream.pause()
    this.wake()
  }

  take(): Buffer {
    const whole = Buffer.concat(this.held)
    this.held = []
    this.bytes = 0
    this.wire?.stream.resume()
    return whole
  }
}

class CopyIn extends Copy {
  begin: () => void = () => {}
  readonly begun = new Promise<void>((resolve) => {
    this.begin = resolve
  })

  handleCopyInResponse(): void {
    this.begin()
  }
}

/** The rows of a table in PostgreSQL's own text format, as they come; answers with their number at the end. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const copy = new CopyOut(text)
  client.query(copy as unknown as pg.Submittable)
  let isOver = false
  copy.ended.then(() => {
    isOver = true
    copy.wake()
  })
  for (;;) {
    if (copy.held.length > 0) yield copy.take()
    else if (isOver) break
    else {
      await new Promise<void>((resolve) => {
        copy.wake = resolve
        if (copy.held.length > 0 || isOver) resolve()
      })
    }
  }
  if (copy.failure) throw copy.failure
  return copy.rows
}

/** Writes rows in that format into a table. */
export async function copyIn(
  client: pg.Client,
  { text, rows }: { text: string; rows: AsyncIterable<Buffer> },
): Promise<number> {
  const copy = new CopyIn(text)
  client.query(copy as unknown as pg.Submittable)
  await Promise.race([copy.begun, copy.ended])
  const { wire } = copy
  try {
    for await (const chunk of rows) {
      if (copy.failure || !wire) break
      wire.sendCopyFromChunk(chunk)
      if (wire.stream.writableNeedDrain)
        await Promise.race([once(wire.stream, 'drain'), copy.ended])
    }
    if (!copy.failure) wire?.endCopyFrom()
  } catch (error) {
    wire?.sendCopyFail('the rows ended too early')
    await copy.ended
    throw error
  }
  await copy.ended
  if (copy.failure) throw copy.failure
  return copy.rows
}
