import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { OutputFile } from './output-file.ts'

const CHECKSUMS = 'SHA256SUMS'

/** A folder that gets its final name once it is complete; until then it has a temporary name beside it. */
export class OutputFolder {
  readonly #final: string
  readonly #waiting: string
  readonly #sums: OutputFile
  readonly #open = new Set<OutputFile>()

  private constructor(options: { final: string; waiting: string; sums: OutputFile }) {
    this.#final = options.final
    this.#waiting = options.waiting
    this.#sums = options.sums
  }

  static async create(path: string): Promise<OutputFolder> {
    const final = resolve(path)
    const there = await readdir(final).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw error
    })
    if (there.length > 0) throw new Error(`${final} is not empty: choose another folder`)
    await mkdir(dirname(final), { recursive: true })
    const waiting = await mkdtemp(`${final}.partial-`)
    return new OutputFolder({
      final,
      waiting,
      sums: await OutputFile.create(join(waiting, CHECKSUMS)),
    })
  }

  /** Writes one file; its checksum is recorded when it is complete. */
  async file<T>(path: string, work: (file: OutputFile) => Promise<T>): Promise<T> {
    const file = await OutputFile.create(join(this.#waiting, path))
    this.#open.add(file)
    const result = await work(file)
    const digest = await file.close()
    this.#open.delete(file)
    await this.#sums.write(`${digest}  ${path}\n`)
    return result
  }

  /** The path of a written file. */
  pathOf(path: string): string {
    return join(this.#waiting, path)
  }

  async finish(): Promise<void> {
    await this.#sums.close()
    await rename(this.#waiting, this.#final)
  }

  async abandon(): Promise<void> {
    for (const file of [...this.#open, this.#sums]) await file.abandon()
    await rm(this.#waiting, { recursive: true, force: true })
  }
}
