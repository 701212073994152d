import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

const FULL = 256 * 1024

/** A file that is written in pieces and computes its checksum. */
export class OutputFile {
  readonly #handle: FileHandle
  readonly #hash = createHash('sha256')
  #waiting: string[] = []
  #characters = 0

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  static async create(path: string): Promise<OutputFile> {
    await mkdir(dirname(path), { recursive: true })
    return new OutputFile(await open(path, 'wx', 0o600))
  }

  async write(text: string): Promise<void> {
    this.#waiting.push(text)
    this.#characters += text.length
    if (this.#characters >= FULL) await this.#flush()
  }

  async writeBytes(bytes: Buffer): Promise<void> {
    await this.#flush()
    await this.#put(bytes)
  }

  async #flush(): Promise<void> {
    const text = this.#waiting.join('')
    this.#waiting = []
    this.#characters = 0
    if (text !== '') await this.#put(Buffer.from(text))
  }

  async #put(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes)
    for (let at = 0; at < bytes.length; )
      at += (await this.#handle.write(bytes, at, bytes.length - at)).bytesWritten
  }

  /** Returns the SHA-256 of the content once it is on disk. */
  async close(): Promise<string> {
    await this.#flush()
    await this.#handle.datasync()
    await this.#handle.close()
    return this.#hash.digest('hex')
  }

  async abandon(): Promise<void> {
    await this.#handle.close().catch(() => undefined)
  }
}
