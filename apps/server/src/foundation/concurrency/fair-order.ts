/** What one key has waiting and running. */
interface Share<Item> {
  readonly key: string
  readonly waiting: Item[]
  running: number
  /** Moving average of the time that its jobs took; undefined until the first one has ended. */
  ms: number | undefined
}

interface Next<Item> {
  readonly key: string
  readonly item: Item
}

type IsBlocked = (key: string) => boolean

/** Weight of the last job in the moving average. */
const WEIGHT = 1 / 4
const UNKNOWN_MS = 1_000
const MAX_RETRY_SECONDS = 60

/**
 * Decides which of the waiting items is next: one of the key with the fewest running items, round robin among equals,
 * in the order of arrival within a key. The caller counts the places and reports the end of each item.
 */
export class FairOrder<Item> {
  readonly #maxPerKey: number
  /** Keys with a waiting or running item; an idle key leaves nothing behind. */
  readonly #shares = new Map<string, Share<Item>>()
  /** Keys with a waiting item, in the order of their turns. */
  readonly #ring = new Set<Share<Item>>()
  #waiting = 0

  /** At most `maxPerKey` items of one key run at once, even if nothing else waits. */
  constructor(maxPerKey = Number.POSITIVE_INFINITY) {
    this.#maxPerKey = maxPerKey
  }

  get waiting(): number {
    return this.#waiting
  }

  waitingOf(key: string): number {
    return this.#shares.get(key)?.waiting.length ?? 0
  }

  /** The expected time of an item in milliseconds; undefined if none has ended since the key became busy. */
  expectedMsOf(key: string): number | undefined {
    return this.#shares.get(key)?.ms
  }

  /** How long the waiting items of a key take in so many places, at the pace of its last ones. */
  retryAfterSeconds(key: string, places: number): number {
    const ms = this.expectedMsOf(key) ?? UNKNOWN_MS
    const seconds = Math.ceil((ms * this.waitingOf(key)) / places / 1_000)
    return Math.min(Math.max(seconds, 1), MAX_RETRY_SECONDS)
  }

  /** Whether an item of the key may start now, if there is a free place. */
  canStart(key: string): boolean {
    return (this.#shares.get(key)?.running ?? 0) < this.#maxPerKey
  }

  /** Counts an item as running that did not have to wait. */
  start(key: string): void {
    this.#shareOf(key).running += 1
  }

  add(key: string, item: Item): void {
    const share = this.#shareOf(key)
    share.waiting.push(item)
    this.#ring.add(share)
    this.#waiting += 1
  }

  /** Returns a running item to the front of its key. */
  putBack(key: string, item: Item): void {
    const share = this.#shareOf(key)
    share.running -= 1
    share.waiting.unshift(item)
    this.#ring.add(share)
    this.#waiting += 1
  }

  /** The next item without taking it; keys for which `isBlocked` is true are passed over. */
  peek(isBlocked?: IsBlocked): Next<Item> | undefined {
    const share = this.#choose(isBlocked)
    const [item] = share?.waiting ?? []
    return share && item !== undefined ? { key: share.key, item } : undefined
  }

  /** Takes the next item and counts it as running; undefined if none may start. */
  take(isBlocked?: IsBlocked): Next<Item> | undefined {
    const share = this.#choose(isBlocked)
    const item = share?.waiting.shift()
    if (!share || item === undefined) return undefined
    this.#waiting -= 1
    share.running += 1
    this.#ring.delete(share)
    if (share.waiting.length > 0) this.#ring.add(share)
    return { key: share.key, item }
  }

  /** Reports that an item has ended, and how long it ran. */
  end(key: string, ms?: number): void {
    const share = this.#shareOf(key)
    share.running -= 1
    if (ms !== undefined)
      share.ms = share.ms === undefined ? ms : share.ms + (ms - share.ms) * WEIGHT
    this.#forgetIdle(share)
  }

  /** Removes a waiting item; false if it does not wait any more. */
  remove(key: string, item: Item): boolean {
    const share = this.#shares.get(key)
    const at = share?.waiting.indexOf(item) ?? -1
    if (!share || at < 0) return false
    share.waiting.splice(at, 1)
    this.#waiting -= 1
    if (share.waiting.length === 0) this.#ring.delete(share)
    this.#forgetIdle(share)
    return true
  }

  /** Removes and returns all waiting items. */
  clear(): readonly Item[] {
    const items: Item[] = []
    for (const share of this.#ring) {
      items.push(...share.waiting.splice(0))
      this.#forgetIdle(share)
    }
    this.#ring.clear()
    this.#waiting = 0
    return items
  }

  /** Ends at the first key without a running item, so it visits at most one more key than there are places. */
  #choose(isBlocked?: IsBlocked): Share<Item> | undefined {
    let best: Share<Item> | undefined
    for (const share of this.#ring) {
      if (share.running >= this.#maxPerKey || isBlocked?.(share.key)) continue
      if (share.running === 0) return share
      if (!best || share.running < best.running) best = share
    }
    return best
  }

  #shareOf(key: string): Share<Item> {
    const known = this.#shares.get(key)
    if (known) return known
    const share: Share<Item> = { key, waiting: [], running: 0, ms: undefined }
    this.#shares.set(key, share)
    return share
  }

  #forgetIdle(share: Share<Item>): void {
    if (share.running === 0 && share.waiting.length === 0) this.#shares.delete(share.key)
  }
}
