import { once } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'

/** The part of the driver's protocol layer that COPY needs; the driver has no call for it. */
interface Wire {
  stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const MAX_BUFFERED_BYTES = 4 * 1024 * 1024
const SLAB_BYTES = 1024 * 1024

/** Common to both directions: one statement that ends when the server is ready again. */
class Copy {
  readonly text: string
  rows = 0
  wire: Wire | undefined
  failure: Error | undefined
  finish: () => void = () => {}
  readonly ended = new Promise<void>((resolve) => {
    this.finish = resolve
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

  /** The driver drops a failed statement and will not call handleReadyForQuery for it. */
  handleError(error: Error): void {
    this.failure = error
    this.finish()
  }

  handleReadyForQuery(): void {
    this.finish()
  }

  handleRowDescription(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}

class CopyOut extends Copy {
  #fullSlabs: Buffer[] = []
  #slab = Buffer.alloc(0)
  #used = 0
  bytes = 0
  wake: () => void = () => {}

  /** The chunk is a view of the driver's read buffer, which it reuses: copy it now. */
  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk.length > this.#slab.length - this.#used) this.#open(chunk.length)
    this.#used += chunk.copy(this.#slab, this.#used)
    this.bytes += chunk.length
    if (this.bytes > MAX_BUFFERED_BYTES) this.wire?.stream.pause()
    this.wake()
  }

  #open(least: number): void {
    this.#fullSlabs.push(this.#slab.subarray(0, this.#used))
    this.#slab = Buffer.allocUnsafe(Math.max(SLAB_BYTES, least))
    this.#used = 0
  }

  take(): Buffer {
    const whole = Buffer.concat(
      [...this.#fullSlabs, this.#slab.subarray(0, this.#used)],
      this.bytes,
    )
    this.#fullSlabs = []
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

/** Streams a table's rows in PostgreSQL's text format; returns their number at the end. */
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

/** Writes rows in PostgreSQL's text format into a table; returns their number. */
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
    wire?.sendCopyFail('copy: source failed before the last row')
    await copy.ended
    throw error
  }
  await copy.ended
  if (copy.failure) throw copy.failure
  return copy.rows
}
