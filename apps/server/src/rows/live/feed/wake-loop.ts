interface Loop {
  /** Milliseconds until the next step; undefined waits until the loop is woken. */
  readonly step: () => Promise<number | undefined>
  /** A failed step is repeated when the loop is woken. */
  readonly onError: (error: unknown) => void
  /** Steps that are woken begin at most so often, so that many share one. */
  readonly pauseMs: number
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Repeats a step as long as there is something to do, and whenever it is woken; never two at once. */
export class WakeLoop {
  readonly #loop: Loop
  #isDue = false
  #isClosed = false
  #isRunning = false

  constructor(loop: Loop) {
    this.#loop = loop
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  close(): void {
    this.#isClosed = true
  }

  wake(): void {
    this.#isDue = true
    if (this.#isClosed || this.#isRunning) return
    this.#isRunning = true
    void this.#run().finally(() => {
      this.#isRunning = false
      if (this.#isDue) this.wake()
    })
  }

  async #run(): Promise<void> {
    const { step, onError, pauseMs } = this.#loop
    try {
      while (!this.#isClosed) {
        this.#isDue = false
        const next = await step()
        await wait(Math.max(next ?? 0, pauseMs))
        if (next === undefined && !this.#isDue) return
      }
    } catch (error) {
      this.#isDue = false
      onError(error)
    }
  }
}
