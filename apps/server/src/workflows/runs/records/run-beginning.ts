/** Whether a run begins now, was begun by an attempt before, or was ended before it began. */
export type Begun = 'begun' | 'resumed' | 'over'

/**
 * That a run has begun, which is put on record no later than anything it does: with its end, if it does nothing before that
 * anybody could see. What is then on record says whether it is the first to begin it.
 */
export class RunBeginning {
  readonly #since = performance.now()
  readonly #found: Begun
  readonly #put: (forMs: number) => Promise<Begun>
  #written: Promise<Begun> | undefined

  constructor(found: Begun, put: (forMs: number) => Promise<Begun>) {
    this.#found = found
    this.#put = put
  }

  /** How long it has been under way: its clock is not the database's. */
  get forMs(): number {
    return performance.now() - this.#since
  }

  /** Once this is through, it is on record that the run has begun, unless it is over. */
  async write(): Promise<Begun> {
    if (this.#found !== 'begun') return this.#found
    this.#written ??= this.#put(this.forMs).catch((error) => {
      this.#written = undefined
      throw error
    })
    return this.#written
  }
}
