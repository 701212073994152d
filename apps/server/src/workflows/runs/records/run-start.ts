/** Whether this attempt starts the run, an earlier attempt did, or it ended before it started. */
export type StartState = 'new' | 'resumed' | 'ended'

/**
 * Records that a run has started, no later than its first visible effect; a run without one records it
 * together with its end. The write also reports whether an earlier attempt had started the run.
 */
export class RunStart {
  readonly #since = performance.now()
  readonly #found: StartState
  readonly #put: (elapsedMs: number) => Promise<StartState>
  #written: Promise<StartState> | undefined

  constructor(found: StartState, put: (forMs: number) => Promise<StartState>) {
    this.#found = found
    this.#put = put
  }

  /** Elapsed time instead of a timestamp, since the clocks of worker and database may differ. */
  get forMs(): number {
    return performance.now() - this.#since
  }

  /** Once this resolves, the start is recorded, unless the run has ended. */
  async write(): Promise<StartState> {
    if (this.#found !== 'new') return this.#found
    this.#written ??= this.#put(this.forMs).catch((error) => {
      this.#written = undefined
      throw error
    })
    return this.#written
  }
}
