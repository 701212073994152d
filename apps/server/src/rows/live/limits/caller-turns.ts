interface Waiting {
  readonly start: (hasTurn: boolean) => void
  readonly timer: NodeJS.Timeout
}

/** One read at a time of each caller in this process: guests are counted by network, over all environments. */
export class CallerTurns {
  readonly #waiting = new Map<string, Waiting[]>()

  /** Runs work in the caller's turn; false if that does not begin within the time. */
  async run(caller: string, ms: number, work: () => Promise<void>): Promise<boolean> {
    if (!(await this.#enter(caller, ms))) return false
    try {
      await work()
    } finally {
      this.#leave(caller)
    }
    return true
  }

  #enter(caller: string, ms: number): Promise<boolean> | boolean {
    const waiting = this.#waiting.get(caller)
    if (!waiting) {
      this.#waiting.set(caller, [])
      return true
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(own), 1)
        resolve(false)
      }, ms)
      const own = { start: resolve, timer }
      waiting.push(own)
    })
  }

  #leave(caller: string): void {
    const next = this.#waiting.get(caller)?.shift()
    if (!next) {
      this.#waiting.delete(caller)
      return
    }
    clearTimeout(next.timer)
    next.start(true)
  }
}
