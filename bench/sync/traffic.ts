import { quantile, round } from '../measure/statistics.ts'

interface Done {
  at: number
  ms: number
}

/** Latency of the requests in one period. */
export interface Felt {
  requests: number
  medianMs: number
  p99Ms: number
  longestMs: number
}

/** Clients that send requests at a steady pace, each waiting only for its own responses. */
export class Traffic {
  readonly failures: string[] = []
  readonly #done: Done[] = []
  #isRunning = true
  readonly #people: Promise<void>[]

  constructor(options: {
    people: number
    everyMs: number
    ask: (person: number) => Promise<void>
  }) {
    const person = async (number: number) => {
      while (this.#isRunning) {
        const at = performance.now()
        await options.ask(number).catch((error: unknown) => {
          this.failures.push(error instanceof Error ? error.message : String(error))
        })
        const ms = performance.now() - at
        this.#done.push({ at, ms })
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, options.everyMs - ms)))
      }
    }
    this.#people = Array.from({ length: options.people }, (_, number) => person(number))
  }

  /** Statistics of the requests that were in flight between two times. */
  between(from: number, to: number): Felt {
    const times = this.#done.filter(({ at, ms }) => at + ms >= from && at <= to).map(({ ms }) => ms)
    if (times.length === 0) return { requests: 0, medianMs: 0, p99Ms: 0, longestMs: 0 }
    return {
      requests: times.length,
      medianMs: round(quantile(times, 0.5), 1),
      p99Ms: round(quantile(times, 0.99), 1),
      longestMs: round(Math.max(...times), 0),
    }
  }

  /** Measures the requests during some work. */
  async during<T>(work: () => Promise<T>): Promise<{ felt: Felt; ms: number; value: T }> {
    const from = performance.now()
    const value = await work()
    const to = performance.now()
    // Waits for requests that started during the work.
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { felt: this.between(from, to), ms: round(to - from, 0), value }
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await Promise.all(this.#people)
  }
}
