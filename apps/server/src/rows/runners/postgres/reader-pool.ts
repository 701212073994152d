import type pg from 'pg'

export interface ReaderLimits {
  readonly perEnvironment: number
  readonly perProcess: number
  readonly idleMs: number
  readonly waitMs: number
  /** Callers of one environment that wait. */
  readonly maxWaiting: number
}

export const READER_LIMITS: ReaderLimits = {
  perEnvironment: 2,
  perProcess: 20,
  idleMs: 30_000,
  waitMs: 5_000,
  maxWaiting: 16,
}

/** No connection became free in time, or too many callers wait already. */
export class ReadersBusy extends Error {
  /** The environment itself uses all connections that it may have. */
  readonly isOwn: boolean

  constructor(isOwn = false) {
    super('all reader connections are in use')
    this.isOwn = isOwn
  }
}

/** A connection for one caller. */
export interface ReaderLease {
  readonly client: pg.Client
  /** It was used before, so the server may have closed it meanwhile. */
  readonly isReused: boolean
  /** Returns it to the pool; an unusable one is closed. */
  release(isUsable: boolean): void
}

interface Member {
  readonly key: string
  readonly client: pg.Client
  isCounted: boolean
  idleSince: number
}

interface Waiter {
  readonly open: () => Promise<pg.Client>
  readonly resolve: (lease: ReaderLease) => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Timeout
}

/** Connections of environments' readers: opened on demand, reset after each use, closed when idle. */
export class ReaderPool {
  readonly #limits: ReaderLimits
  readonly #counts = new Map<string, number>()
  /** Longest idle first. */
  readonly #idle = new Set<Member>()
  /** Next environment in the round-robin first. */
  readonly #waiting = new Map<string, Waiter[]>()
  #total = 0
  #isClosed = false
  /** Connections to close when they are released. */
  #toClose = 0
  #sweep: NodeJS.Timeout | undefined

  constructor(limits: ReaderLimits = READER_LIMITS) {
    this.#limits = limits
  }

  /** Queues round-robin over environments, first come first served within each. */
  lease(key: string, open: () => Promise<pg.Client>): Promise<ReaderLease> {
    if (this.#isClosed) return Promise.reject(new ReadersBusy())
    if ((this.#waiting.get(key)?.length ?? 0) >= this.#limits.maxWaiting)
      return Promise.reject(new ReadersBusy(true))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#timeOut(key, waiter), this.#limits.waitMs)
      const waiter: Waiter = { open, resolve, reject, timer }
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), waiter])
      this.#serveNext()
    })
  }

  get size(): { open: number; idle: number; waiting: number } {
    const waiting = [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0)
    return { open: this.#total, idle: this.#idle.size, waiting }
  }

  hasIdle(): boolean {
    return this.#idle.size > 0
  }

  /** Closes the connection that has been idle longest, or else the next one that is released. */
  shrink(): boolean {
    const [oldest] = this.#idle
    if (oldest) this.#discard(oldest)
    else this.#toClose += 1
    return true
  }

  #timeOut(key: string, waiter: Waiter): void {
    const queue = (this.#waiting.get(key) ?? []).filter((each) => each !== waiter)
    if (queue.length > 0) this.#waiting.set(key, queue)
    else this.#waiting.delete(key)
    waiter.reject(new ReadersBusy((this.#counts.get(key) ?? 0) >= this.#limits.perEnvironment))
  }

  #serveNext(): void {
    for (const [key, [first, ...rest]] of this.#waiting) {
      const serve = first && this.#findFor(key)
      if (!serve) continue
      clearTimeout(first.timer)
      this.#waiting.delete(key)
      if (rest.length > 0) this.#waiting.set(key, rest)
      serve(first)
      this.#serveNext()
      return
    }
  }

  /** How to serve the next caller of an environment now; undefined if it has to wait. */
  #findFor(key: string): ((waiter: Waiter) => void) | undefined {
    for (const member of this.#idle)
      if (member.key === key)
        return ({ resolve }) => {
          this.#idle.delete(member)
          resolve(this.#leaseOf(member, true))
        }
    if ((this.#counts.get(key) ?? 0) >= this.#limits.perEnvironment) return undefined
    const [oldest] = this.#idle
    if (this.#total >= this.#limits.perProcess && !oldest) return undefined
    return (waiter) => {
      if (this.#total >= this.#limits.perProcess && oldest) this.#discard(oldest)
      void this.#open(key, waiter)
    }
  }

  async #open(key: string, { open, resolve, reject }: Waiter): Promise<void> {
    this.#count(key, 1)
    try {
      const client = await open()
      const member: Member = { key, client, isCounted: true, idleSince: 0 }
      client.on('end', () => this.#end(member))
      resolve(this.#leaseOf(member, false))
    } catch (error) {
      this.#count(key, -1)
      reject(error)
      this.#serveNext()
    }
  }

  #leaseOf(member: Member, isReused: boolean): ReaderLease {
    const { client } = member
    const release = (isUsable: boolean) => {
      const isLast = this.#toClose > 0
      if (isLast) this.#toClose -= 1
      if (!isUsable || isLast || this.#isClosed) this.#discard(member)
      else this.#reset(member)
      this.#serveNext()
    }
    return { client, isReused, release }
  }

  /** Resets settings, locks and prepared statements of the last caller; the next one's query is queued behind this. */
  #reset(member: Member): void {
    if (!member.isCounted) return
    member.client.query('discard all').catch(() => this.#end(member))
    member.idleSince = performance.now()
    this.#idle.add(member)
    this.#sweepLater()
  }

  #sweepLater(): void {
    const [oldest] = this.#idle
    if (this.#sweep || !oldest) return
    const wait = Math.max(0, oldest.idleSince + this.#limits.idleMs - performance.now())
    this.#sweep = setTimeout(() => {
      this.#sweep = undefined
      const before = performance.now() - this.#limits.idleMs
      for (const member of this.#idle) if (member.idleSince <= before) this.#end(member)
      this.#sweepLater()
    }, wait + 1).unref()
  }

  #end(member: Member): void {
    this.#discard(member)
    this.#serveNext()
  }

  #discard(member: Member): void {
    this.#idle.delete(member)
    if (!member.isCounted) return
    member.isCounted = false
    this.#count(member.key, -1)
    member.client.end().catch(() => undefined)
  }

  #count(key: string, change: 1 | -1): void {
    this.#total += change
    const count = (this.#counts.get(key) ?? 0) + change
    if (count > 0) this.#counts.set(key, count)
    else this.#counts.delete(key)
  }

  /** Closes idle connections; those in use are closed when released. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#sweep)
    for (const queue of this.#waiting.values())
      for (const { reject, timer } of queue) {
        clearTimeout(timer)
        reject(new ReadersBusy())
      }
    this.#waiting.clear()
    for (const member of this.#idle) this.#discard(member)
  }
}
