import { LRUCache } from 'lru-cache'
import type { CacheCounts } from '../metrics/metrics.ts'

interface Entry<T> {
  value: T
  expiresAt: number
  usedAt: number
}

interface RenewingCacheOptions {
  /** The least recently used entry is evicted beyond this. */
  readonly max: number
  readonly ttlMs: number
  /** An entry that has not been used for this long is not renewed; the TTL unless set. */
  readonly renewWithinMs?: number
}

/**
 * LRU cache whose entries expire, are invalidated by notifications, and can be renewed while they are in use. A value
 * that was read before an invalidation is never stored after it: see `generation`.
 */
export class RenewingCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>
  readonly #reads = new Map<string, Promise<unknown>>()
  readonly #ttlMs: number
  readonly #renewWithinMs: number
  readonly counts: CacheCounts = { hits: 0, misses: 0 }
  #generation = 0

  constructor({ max, ttlMs, renewWithinMs = ttlMs }: RenewingCacheOptions) {
    this.#entries = new LRUCache({ max })
    this.#ttlMs = ttlMs
    this.#renewWithinMs = renewWithinMs
  }

  /** Incremented by every invalidation. Read it before reading a value, and pass it to `set`. */
  get generation(): number {
    return this.#generation
  }

  get(key: string): T | undefined {
    const value = this.tryGet(key)
    if (value === undefined) this.counts.misses += 1
    return value
  }

  /** As `get`, for a caller that looks the key up again if it is not cached: only a hit is counted. */
  tryGet(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const now = performance.now()
    if (entry.expiresAt <= now) return undefined
    entry.usedAt = now
    this.counts.hits += 1
    return entry.value
  }

  /** Returns an expired value as well, for a caller that checks it. */
  peekStale(key: string): T | undefined {
    return this.#entries.peek(key)?.value
  }

  /** Stores a value unless something was invalidated since its reader took the generation. */
  set(key: string, value: T, generation: number): void {
    if (generation !== this.#generation) return
    const now = performance.now()
    this.#entries.set(key, { value, expiresAt: now + this.#ttlMs, usedAt: now })
  }

  /**
   * Concurrent callers share one read of a key. If its value was not stored, because it was invalidated meanwhile or
   * there is none, each of the others reads for itself.
   */
  async share<R>(key: string, read: () => Promise<R>): Promise<R | T> {
    const first = this.#reads.get(key)
    if (first) {
      await first.catch(() => undefined)
      return this.tryGet(key) ?? read()
    }
    const own = read()
    this.#reads.set(key, own)
    return own.finally(() => this.#reads.delete(key))
  }

  /**
   * Checks all entries that are in use and expire soon, in one query, and extends those that are returned. The others
   * expire at their time; one that is deleted or replaced during the query is left alone.
   */
  async renew(check: (expiring: ReadonlyMap<string, T>) => Promise<ReadonlyMap<string, T>>) {
    const now = performance.now()
    const expiring = new Map<string, Entry<T>>()
    for (const [key, entry] of this.#entries.entries()) {
      const leftMs = entry.expiresAt - now
      const isExpiring = leftMs > 0 && leftMs < this.#ttlMs / 2
      if (isExpiring && now - entry.usedAt < this.#renewWithinMs) expiring.set(key, entry)
    }
    if (expiring.size === 0) return
    const checked = await check(new Map([...expiring].map(([key, { value }]) => [key, value])))
    for (const [key, value] of checked) {
      const entry = expiring.get(key)
      if (!entry || this.#entries.peek(key) !== entry) continue
      // Changed in place, because a renewal must not count as a use in the eviction order.
      entry.value = value
      entry.expiresAt = now + this.#ttlMs
    }
  }

  delete(key: string): void {
    this.#generation += 1
    this.#entries.delete(key)
  }

  deleteWhere(matches: (value: T) => boolean): void {
    this.#generation += 1
    const keys: string[] = []
    for (const [key, { value }] of this.#entries.entries()) if (matches(value)) keys.push(key)
    for (const key of keys) this.#entries.delete(key)
  }

  clear(): void {
    this.#generation += 1
    this.#entries.clear()
  }
}
