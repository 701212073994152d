import { LRUCache } from 'lru-cache'

interface Bucket {
  tokens: number
  /** When the tokens were last counted, in milliseconds. */
  at: number
}

/** What is left after a request, as the `RateLimit-*` headers say it. */
interface Allowance {
  readonly isAllowed: boolean
  readonly remaining: number
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number
  /** Seconds until the next token. */
  readonly retryAfterSeconds: number
}

interface BucketOptions {
  /** Tokens that a bucket gains per second. */
  readonly perSecond: number
  /** Tokens of a full bucket. */
  readonly burst: number
  readonly maxKeys?: number
  readonly now?: () => number
}

const MAX_KEYS = 20_000

/** A token bucket per key. A key that was not used for long starts with a full bucket again. */
export class TokenBuckets {
  readonly #perMs: number
  readonly #burst: number
  readonly #now: () => number
  readonly #buckets: LRUCache<string, Bucket>

  constructor({
    perSecond,
    burst,
    maxKeys = MAX_KEYS,
    now = () => performance.now(),
  }: BucketOptions) {
    this.#perMs = perSecond / 1_000
    this.#burst = burst
    this.#now = now
    this.#buckets = new LRUCache({ max: maxKeys })
  }

  /** Takes one token if there is one. */
  take(key: string): Allowance {
    const now = this.#now()
    let bucket = this.#buckets.get(key)
    if (bucket) {
      bucket.tokens = Math.min(this.#burst, bucket.tokens + (now - bucket.at) * this.#perMs)
      bucket.at = now
    } else {
      bucket = { tokens: this.#burst, at: now }
      this.#buckets.set(key, bucket)
    }
    const isAllowed = bucket.tokens >= 1
    if (isAllowed) bucket.tokens -= 1
    const { tokens } = bucket
    return {
      isAllowed,
      remaining: Math.floor(tokens),
      resetSeconds: Math.ceil((this.#burst - tokens) / this.#perMs / 1_000),
      retryAfterSeconds: isAllowed ? 0 : (1 - tokens) / this.#perMs / 1_000,
    }
  }
}
