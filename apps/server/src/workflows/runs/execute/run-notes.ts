import type { NodeRecord } from '../records/node-store.ts'

interface Options {
  /** Writes records down; written again, nothing changes. */
  write: (records: readonly NodeRecord[]) => Promise<void>
  /** How soon what is noted is written, if nobody asks for it. */
  withinMs: number
  /** The turns that may be on record already, as `key attempt`; not asked for a run that has just begun. */
  known: (() => Promise<ReadonlySet<string>>) | undefined
}

/**
 * What nodes without an effect did, noted after the journal has it. It is written a while later, many at once; whoever
 * does something that cannot be taken back settles first. A run that is taken up again notes what its journal
 * tells, so nothing is lost with a process.
 */
export class RunNotes {
  readonly #options: Options
  #noted: { name: string; make: () => NodeRecord }[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #known: Promise<ReadonlySet<string>> | undefined

  constructor(options: Options) {
    this.#options = options
  }

  /** `name` is the turn's key and attempt. */
  add(name: string, make: () => NodeRecord): void {
    this.#noted.push({ name, make })
    this.#timer ??= setTimeout(
      () => void this.settle().catch(() => undefined),
      this.#options.withinMs,
    )
  }

  /** What is noted and not written yet, to be written by the caller; what was being written is. */
  async takeRest(): Promise<NodeRecord[]> {
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

  /** Everything that was noted is on record once this is through. */
  settle(): Promise<void> {
    const rest = this.takeRest()
    const written = rest.then(async (records) => {
      if (records.length > 0) await this.#options.write(records)
    })
    this.#writing = written
    return written
  }
}
