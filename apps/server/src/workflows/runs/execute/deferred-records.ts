import type { NodeRecord } from '../records/node-store.ts'

interface Options {
  /** Writes the records; must be idempotent. */
  write: (records: readonly NodeRecord[]) => Promise<void>
  /** Delay before deferred records are written without an explicit flush. */
  withinMs: number
  /**
   * Reads which steps may already be recorded, as `key attempt`; undefined for a run that has just started.
   */
  known: (() => Promise<ReadonlySet<string>>) | undefined
}

/**
 * Records of steps without side effects, written after their journal entry: delayed, and many at a time. A
 * step with a side effect flushes first. A resumed run adds them again from its journal, so a lost process
 * loses none.
 */
export class DeferredRecords {
  readonly #options: Options
  #noted: { name: string; make: () => NodeRecord }[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #known: Promise<ReadonlySet<string>> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** `name` is the step's key and attempt. */
  add(name: string, make: () => NodeRecord): void {
    this.#noted.push({ name, make })
    this.#timer ??= setTimeout(
      () => void this.flush().catch(() => undefined),
      this.#options.withinMs,
    )
  }

  /**
   * Waits for a write in progress, then removes and returns all unwritten records for the caller to write.
   */
  async drain(): Promise<NodeRecord[]> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#writing
    const noted = this.#noted
    this.#noted = []
    if (noted.length === 0) return []
    if (this.#options.known) this.#known ??= this.#options.known()
    const known = await this.#known
    return noted.filter(({ name }) => !known?.has(name)).map(({ make }) => make())
  }

  /** Resolves when every record added so far is written. */
  flush(): Promise<void> {
    const rest = this.drain()
    const written = rest.then(async (records) => {
      if (records.length > 0) await this.#options.write(records)
    })
    this.#writing = written
    return written
  }
}
