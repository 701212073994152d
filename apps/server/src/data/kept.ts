interface Entry<T> {
  readonly value: T
  readonly until: number
}

/** Values kept for a while, the longest unasked going first when there are too many. */
export class Kept<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #most: number
  readonly #ms: number
  /** Rises whenever something is forgotten, so that what was read before that is not kept. */
  age = 0

  constructor({ most, ms }: { most: number; ms: number }) {
    this.#most = most
    this.#ms = ms
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    return entry && entry.until > Date.now() ? entry.value : undefined
  }

  /** Also what has been kept too long to be trusted unseen. */
  peek(key: string): T | undefined {
    return this.#entries.get(key)?.value
  }

  /** Keeps a value that was read when this was `age` old. */
  set(key: string, value: T, age: number): void {
    if (age !== this.age) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= this.#most) this.#entries.delete(oldest)
    this.#entries.delete(key)
    this.#entries.set(key, { value, until: Date.now() + this.#ms })
  }

  forgetWhere(matches: (value: T) => boolean): void {
    this.age += 1
    for (const [key, { value }] of this.#entries) if (matches(value)) this.#entries.delete(key)
  }

  clear(): void {
    this.forgetWhere(() => true)
  }
}
