/** A part of the process that opens connections: a pool, the readers, or the connections of tasks. */
export interface BudgetMember {
  /** Whether it still needs one more connection. */
  wants(): boolean
  /** It may open one more connection; it frees its place when the connection is closed. */
  grant(): void
  hasIdle(): boolean
  /** Closes an idle connection, or else the next one that is released; false if it cannot. */
  shrink(): boolean
}

interface BudgetOptions {
  /** Connections of all members together. */
  readonly max: number
  /** Called when a member has to wait for another's connection, at most once a minute. */
  readonly onExhausted?: () => void
}

/** How often the members are searched for a connection that has become idle. */
const PRESS_EVERY_MS = 50
const REPORT_EVERY_MS = 60_000

/** The place of a member in the budget. */
export class BudgetShare {
  readonly member: BudgetMember
  readonly #budget: ConnectionBudget
  /** Connections that it has or is about to open. */
  held = 0
  /** Connections that it was asked to close and has not yet. */
  shrinking = 0

  constructor(budget: ConnectionBudget, member: BudgetMember) {
    this.#budget = budget
    this.member = member
  }

  /** Asks for one more connection; `grant` is called at once, or when another member has closed one. */
  request(): void {
    this.#budget.request(this)
  }

  /** Reports that a connection is closed. */
  free(): void {
    this.held -= 1
    this.shrinking = Math.max(0, this.shrinking - 1)
    this.#budget.freed()
  }
}

/**
 * The connections to PostgreSQL that a process may have. While there are fewer, members open what they need. When all
 * are in use, the member with the fewest connections is next: it gets an idle connection of another member, or one that
 * is in use by the member with the most.
 */
export class ConnectionBudget {
  readonly #options: BudgetOptions
  readonly #shares = new Set<BudgetShare>()
  readonly #waiting = new Set<BudgetShare>()
  #used = 0
  #timer: NodeJS.Timeout | undefined
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(options: BudgetOptions) {
    this.#options = options
  }

  get used(): number {
    return this.#used
  }

  get max(): number {
    return this.#options.max
  }

  /** Members that wait for a connection. */
  get waiting(): number {
    return this.#waiting.size
  }

  get isExhausted(): boolean {
    return this.#used >= this.#options.max
  }

  join(member: BudgetMember): BudgetShare {
    return new BudgetShare(this, member)
  }

  request(share: BudgetShare): void {
    this.#waiting.add(share)
    this.#serve()
  }

  freed(): void {
    this.#used -= 1
    this.#serve()
  }

  #serve(): void {
    for (;;) {
      const next = this.#next()
      if (!next) break
      if (this.isExhausted) {
        this.#press(next)
        this.#timer ??= setTimeout(() => {
          this.#timer = undefined
          this.#serve()
        }, PRESS_EVERY_MS).unref()
        return
      }
      this.#used += 1
      next.held += 1
      this.#shares.add(next)
      next.member.grant()
    }
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** The waiting share with the fewest connections; those that no longer wait are forgotten. */
  #next(): BudgetShare | undefined {
    let next: BudgetShare | undefined
    for (const share of this.#waiting) {
      if (!share.member.wants()) this.#waiting.delete(share)
      else if (!next || share.held < next.held) next = share
    }
    return next
  }

  #press(next: BudgetShare): void {
    const now = performance.now()
    if (now - this.#reportedAt > REPORT_EVERY_MS) {
      this.#reportedAt = now
      this.#options.onExhausted?.()
    }
    let closing = 0
    for (const share of this.#shares) {
      if (share.held === 0) this.#shares.delete(share)
      closing += share.shrinking
    }
    if (closing >= this.#waiting.size) return
    for (const victim of this.#listVictims(next)) {
      victim.shrinking += 1
      if (victim.member.shrink()) return
      victim.shrinking -= 1
    }
  }

  /** Shares with an idle connection, which nobody misses, then those with the most connections. */
  #listVictims(next: BudgetShare): BudgetShare[] {
    const left = ({ held, shrinking }: BudgetShare) => held - shrinking
    const byLeft = [...this.#shares]
      .filter((share) => share !== next && left(share) > 0)
      .sort((one, other) => left(other) - left(one))
    const idle = byLeft.filter(({ member }) => member.hasIdle())
    // With a difference of one, two busy members would take the same connection from each other for ever.
    const unfair = byLeft.filter((share) => next.held === 0 || left(share) > next.held + 1)
    return [...idle, ...unfair]
  }
}
