import { LRUCache } from 'lru-cache'
import type { Jobs } from '../../foundation/jobs/jobs.ts'
import type { Database } from '../../foundation/platform/database.ts'
import { amountOf, overBudget, STOCK_KINDS, type Stored, stockWarnings } from '../budgets/limits.ts'
import type { Budgets } from '../budgets/open-budgets.ts'
import { ReservedRoom } from './reserved-room.ts'
import { addUsage, type Counted as CountedUsage, findStoredUsage } from './usage-store.ts'
import { type Crossing, recordCrossing } from './warning-store.ts'

const FLUSH_MS = 1_000
/** From this many active projects on, counts are aggregated for longer. */
const MANY_PROJECTS = 100
const MANY_FLUSH_MS = 5_000
/** How long a process uses what it knows of a project's storage; its own writes are counted meanwhile. */
const KNOWN_MS = 3_000
const MAX_KNOWN = 20_000
/** Counts may reach the database this much later than they are sent. */
const LATENCY_MS = 250
/** A crossing that goes on is recorded this often. */
const CROSSING_MS = 60_000

/** What was counted since a moment, in milliseconds of `performance.now()`. */
type Counted = Omit<CountedUsage, 'ageMs'> & { since: number }

/** Gives reserved room back. */
export type ReleaseRoom = () => void

export interface AddedStorage {
  readonly rows?: number
  readonly rowBytes?: number
  readonly fileBytes?: number
}

interface Options {
  readonly db: Database
  readonly budgets: Budgets
  readonly jobs: Jobs
  /** Called after mails were enqueued. */
  readonly wake: () => void
}

/**
 * Counts what projects use and refuses what is over their budget of storage. Counting is in memory; a job adds the
 * counts to the platform database every second, which is what other processes know of this one.
 */
export class UsageCounter {
  readonly #options: Options
  #pending = new Map<string, Counted>()
  #flushing = new Map<string, Counted>()
  #flushed: Promise<void> = Promise.resolve()
  #flushedAt = 0
  #flushes = 0
  readonly #known = new LRUCache<string, Stored>({ max: MAX_KNOWN, ttl: KNOWN_MS })
  readonly #reads = new Map<string, Promise<Stored>>()
  readonly #reserved = new ReservedRoom()
  #crossings: Crossing[] = []
  readonly #recent = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: CROSSING_MS })
  readonly #job

  constructor(options: Options) {
    this.#options = options
    this.#job = options.jobs.start({
      name: 'usage',
      everyMs: FLUSH_MS,
      run: () => this.#flushIfDue(),
    })
  }

  addRequest(projectId: string): void {
    this.#countOf(projectId).requests += 1
  }

  addRuns(projectId: string, runs: number): void {
    this.#countOf(projectId).runs += runs
  }

  /** Counts stored or deleted data; without amounts it only asks for a new measurement. */
  addStorage(
    projectId: string,
    { rows = 0, rowBytes = 0, fileBytes = 0 }: AddedStorage = {},
  ): void {
    const count = this.#countOf(projectId)
    count.rows += rows
    count.rowBytes += rowBytes
    count.fileBytes += fileBytes
    count.isChanged = true
  }

  /**
   * Reserves room for what a caller is about to store; throws 507 if the project has none. The caller calls the result
   * when it was counted or has failed. Undefined for a project without limits.
   */
  reserveRoom(
    projectId: string,
    added: AddedStorage,
  ): ReleaseRoom | Promise<ReleaseRoom> | undefined {
    const { rows, bytes } = this.#options.budgets.of(projectId)
    if (rows.hard === null && bytes.hard === null) return undefined
    const reserve = (known: Stored) => {
      this.#check(projectId, known, added)
      return this.#reserved.add(projectId, added)
    }
    const known = this.#known.get(projectId)
    return known ? reserve(known) : this.#read(projectId).then(reserve)
  }

  /** Records that a limit was reached; it is shown and mailed to those who manage the project. */
  cross(crossing: Crossing): void {
    const { projectId, kind, level } = crossing
    const limit = this.#options.budgets.of(projectId)[kind][level]
    const key = [projectId, kind, level, limit].join('/')
    if (this.#recent.has(key)) return
    this.#recent.set(key, true)
    this.#crossings.push(crossing)
  }

  /** Remembers what the database says a project stores, and records the limits that it has reached. */
  learn(projectId: string, stored: Stored): void {
    this.#known.set(projectId, stored)
    for (const { kind, level } of stockWarnings(this.#options.budgets.of(projectId), stored))
      this.cross({ projectId, kind, level })
  }

  /** Writes everything that was counted, one flush after the other. */
  flush(): Promise<void> {
    this.#flushed = this.#flushed.catch(() => undefined).then(() => this.#flushOnce())
    return this.#flushed
  }

  async close(): Promise<void> {
    await this.#job.stop()
    await this.flush()
  }

  async #flushIfDue(): Promise<void> {
    const isDue =
      this.#pending.size < MANY_PROJECTS || Date.now() - this.#flushedAt >= MANY_FLUSH_MS
    if (isDue) await this.flush()
  }

  async #flushOnce(): Promise<void> {
    const crossings = this.#crossings
    this.#crossings = []
    const counts = [...this.#pending.values()]
    this.#flushing = this.#pending
    this.#pending = new Map()
    this.#flushedAt = Date.now()
    this.#flushes += 1
    await this.#writeCounts(counts).finally(() => {
      this.#flushing = new Map()
    })
    await this.#writeCrossings(crossings)
  }

  async #writeCounts(counts: readonly Counted[]): Promise<void> {
    if (counts.length === 0) return
    try {
      const now = performance.now()
      const aged = counts.map(({ since, ...count }) => ({
        ...count,
        ageMs: now - since + LATENCY_MS,
      }))
      for (const { projectId, ...stored } of await addUsage(this.#options.db, aged))
        this.learn(projectId, stored)
    } catch (error) {
      for (const count of counts) this.#putBack(count)
      throw error
    }
  }

  async #writeCrossings(crossings: readonly Crossing[]): Promise<void> {
    const { db, wake } = this.#options
    for (const [at, crossing] of crossings.entries()) {
      try {
        const isNew = await db.transaction((transaction) => recordCrossing(transaction, crossing))
        if (isNew) wake()
      } catch (error) {
        this.#crossings.push(...crossings.slice(at))
        throw error
      }
    }
  }

  /** Counts that could not be written are written with the next ones. */
  #putBack(count: Counted): void {
    const now = this.#countOf(count.projectId)
    now.requests += count.requests
    now.runs += count.runs
    now.rows += count.rows
    now.rowBytes += count.rowBytes
    now.fileBytes += count.fileBytes
    now.isChanged ||= count.isChanged
    now.since = Math.min(now.since, count.since)
  }

  #countOf(projectId: string): Counted {
    const known = this.#pending.get(projectId)
    if (known) return known
    const count: Counted = {
      ...{ projectId, requests: 0, runs: 0, rows: 0, rowBytes: 0, fileBytes: 0 },
      isChanged: false,
      since: performance.now(),
    }
    this.#pending.set(projectId, count)
    return count
  }

  /** Reads what a project stores, once for all that wait; own counts are written before, so that none is doubled. */
  #read(projectId: string): Promise<Stored> {
    const running = this.#reads.get(projectId)
    if (running) return running
    const read = async () => {
      await this.flush()
      const flushes = this.#flushes
      const { rows, rowBytes, fileBytes } = await findStoredUsage(this.#options.db, projectId)
      const stored = { rows, rowBytes, fileBytes }
      // A flush meanwhile has stored a newer value, or its counts are not in this one.
      if (flushes === this.#flushes) this.#known.set(projectId, stored)
      return stored
    }
    const reading = read().finally(() => this.#reads.delete(projectId))
    this.#reads.set(projectId, reading)
    return reading
  }

  #check(projectId: string, known: Stored, added: AddedStorage): void {
    const limits = this.#options.budgets.of(projectId)
    const others = [this.#pending, this.#flushing, this.#reserved].map((of) => of.get(projectId))
    const sum = (name: keyof Stored) =>
      others.reduce((all, other) => all + (other?.[name] ?? 0), known[name] + (added[name] ?? 0))
    const now = { rows: sum('rows'), rowBytes: sum('rowBytes'), fileBytes: sum('fileBytes') }
    for (const kind of STOCK_KINDS) {
      const { hard } = limits[kind]
      const grows = kind === 'bytes' || (added.rows ?? 0) > 0
      if (hard === null || !grows || amountOf(kind, now) <= hard) continue
      this.cross({ projectId, kind, level: 'hard' })
      // Space may have been freed in ways that are not counted, so a full project is measured again.
      this.addStorage(projectId)
      throw overBudget(kind, { limit: hard })
    }
  }
}
