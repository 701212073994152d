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

const HELD_BYTES = 4 * 1024 * 1024
const SLAB_BYTES = 1024 * 1024

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

  /** The driver forgets a statement that failed, so nobody tells it that the server is ready again. */
  handleError(error: Error): void {
    this.failure = error
    this.settle()
  }

  handleReadyForQuery(): void {
    this.settle()
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

class CopyOut extends Copy {
  #held: Buffer[] = []
  #slab = Buffer.alloc(0)
  #used = 0
  bytes = 0
  wake: () => void = () => {}

  /** What the driver gives is a view of the memory that it reads the next bytes into: it is copied at once. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk.length > this.#slab.length - this.#used) this.#open(chunk.length)
    this.#used += chunk.copy(this.#slab, this.#used)
    this.bytes += chunk.length
    if (this.bytes > HELD_BYTES) this.wire?.stream.pause()
    this.wake()
  }

  #open(least: number): void {
    this.#held.push(this.#slab.subarray(0, this.#used))
    this.#slab = Buffer.allocUnsafe(Math.max(SLAB_BYTES, least))
    this.#used = 0
  }

  take(): Buffer {
    const whole = Buffer.concat([...this.#held, this.#slab.subarray(0, this.#used)], this.bytes)
    this.#held = []
    this.#used = 0
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
    if (copy.bytes > 0) yield copy.take()
    else if (isOver) break
    else {
      await new Promise<void>((resolve) => {
        copy.wake = resolve
        if (copy.bytes > 0 || isOver) resolve()
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
