interface Entry<T> {
  readonly value: T
  readonly until: number
  askedAt: number
}

interface Bounds {
  readonly most: number
  readonly ms: number
  /** What nobody has asked for this long is not renewed. */
  readonly renewedMs?: number
}

/** Values kept for a while, the longest unread going first when there are too many. */
export class Kept<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #reads = new Map<string, Promise<unknown>>()
  readonly #most: number
  readonly #ms: number
  readonly #renewedMs: number
  /** Rises whenever something is forgotten, so that what was read before that is not kept. */
  age = 0

  constructor({ most, ms, renewedMs = ms }: Bounds) {
    this.#most = most
    this.#ms = ms
    this.#renewedMs = renewedMs
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const now = Date.now()
    if (entry.until <= now) return undefined
    entry.askedAt = now
    return entry.value
  }

  /** Also what has been kept too long to be trusted unseen. */
  peek(key: string): T | undefined {
    return this.#entries.get(key)?.value
  }

  /** Keeps a value that was read when this was `age` old. */
  set(key: string, value: T, age: number): void {
    const now = Date.now()
    if (age === this.age) this.#put(key, { value, until: now + this.#ms, askedAt: now })
  }

  #put(key: string, entry: Entry<T>): void {
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= this.#most) this.#entries.delete(oldest)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
  }

  /** Whoever asks while somebody else reads the same waits for that; what was not kept then is read again. */
  async together<R>(key: string, read: () => Promise<R>): Promise<R | T> {
    const first = this.#reads.get(key)
    if (first) {
      await first.catch(() => undefined)
      return this.get(key) ?? read()
    }
    const own = read()
    this.#reads.set(key, own)
    return own.finally(() => this.#reads.delete(key))
  }

  /**
   * Asks again for all that is in use and would end soon, at once instead of one by one. What is not answered
   * ends in its time; what was forgotten meanwhile stays forgotten.
   */
  async renew(ask: (ending: ReadonlyMap<string, T>) => Promise<ReadonlyMap<string, T>>) {
    const now = Date.now()
    const ending = new Map<string, Entry<T>>()
    for (const [key, entry] of this.#entries) {
      const isEnding = entry.until > now && entry.until - now < this.#ms / 2
      if (isEnding && now - entry.askedAt < this.#renewedMs) ending.set(key, entry)
    }
    if (ending.size === 0) return
    const answered = await ask(new Map([...ending].map(([key, { value }]) => [key, value])))
    for (const [key, value] of answered) {
      const entry = ending.get(key)
      if (!entry || this.#entries.get(key) !== entry) continue
      this.#put(key, { value, until: now + this.#ms, askedAt: entry.askedAt })
    }
  }

  forget(key: string): void {
    this.age += 1
    this.#entries.delete(key)
  }

  forgetWhere(matches: (value: T) => boolean): void {
    this.age += 1
    for (const [key, { value }] of this.#entries) if (matches(value)) this.#entries.delete(key)
  }

  clear(): void {
    this.forgetWhere(() => true)
  }
}
