import type { BudgetMember, BudgetShare, ConnectionBudget } from './connection-budget.ts'

interface SingleOptions {
  /** How long a caller waits for a place in the budget. */
  readonly waitMs: number
  /** Closes an idle connection or the next one that is released; without it, no connection is closed for others. */
  readonly shrink?: Pick<BudgetMember, 'hasIdle' | 'shrink'>
}

/** No connection became free in time; the code is that of PostgreSQL for too many connections. */
class NoConnectionFree extends Error {
  readonly code = '53300'

  constructor() {
    super('all connections of this process are in use')
  }
}

/** Places in a budget for connections that are opened one by one. */
export class SingleConnections {
  readonly #share: BudgetShare
  readonly #waitMs: number
  readonly #waiting = new Set<() => void>()

  constructor(budget: ConnectionBudget, { waitMs, shrink }: SingleOptions) {
    this.#waitMs = waitMs
    this.#share = budget.join({
      wants: () => this.#waiting.size > 0,
      grant: () => this.#grant(),
      hasIdle: () => shrink?.hasIdle() ?? false,
      shrink: () => shrink?.shrink() ?? false,
    })
  }

  /** Waits for a place and returns the function that frees it. Throws when none becomes free in time. */
  async take(): Promise<() => void> {
    await new Promise<void>((resolve, reject) => {
      const admit = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        if (this.#waiting.delete(admit)) reject(new NoConnectionFree())
      }, this.#waitMs)
      this.#waiting.add(admit)
      this.#share.request()
    })
    let isHeld = true
    return () => {
      if (isHeld) this.#share.free()
      isHeld = false
    }
  }

  #grant(): void {
    const [admit] = this.#waiting
    if (admit) this.#waiting.delete(admit)
    if (admit) admit()
    else this.#share.free()
  }
}
