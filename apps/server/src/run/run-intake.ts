import type { Database } from '../platform/database.ts'
import type { OutboxEntry } from '../platform/outbox-store.ts'
import { addRuns } from './intake-store.ts'
import type { NewRun } from './run-store.ts'

/** Runs that are written down by one statement. */
const MOST_TOGETHER = 200

interface Waiting {
  run: NewRun
  done: (promised: OutboxEntry | undefined) => void
  failed: (error: unknown) => void
}

/**
 * Takes in runs that come one by one and fast. Those that arrive while others are being written are
 * written together, so that many of them share one commit; each is told once it is kept.
 */
export class RunIntake {
  readonly #db: Database
  readonly #waiting: Waiting[] = []
  #isWriting = false

  constructor(db: Database) {
    this.#db = db
  }

  /** What was promised; nothing if the event has its run already. */
  add(run: NewRun): Promise<OutboxEntry | undefined> {
    return new Promise((done, failed) => {
      this.#waiting.push({ run, done, failed })
      if (!this.#isWriting) void this.#writeAll()
    })
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true
    for (;;) {
      const together = this.#waiting.splice(0, MOST_TOGETHER)
      if (together.length === 0) break
      await this.#write(together)
    }
    this.#isWriting = false
  }

  async #write(together: readonly Waiting[]): Promise<void> {
    try {
      const promised = await addRuns(
        this.#db,
        together.map(({ run }) => run),
      )
      for (const { run, done } of together) done(promised.get(run.id))
    } catch (error) {
      const [only, ...others] = together
      // One that cannot be written keeps nobody else from it.
      if (others.length > 0) for (const one of together) await this.#write([one])
      else only?.failed(error)
    }
  }
}
