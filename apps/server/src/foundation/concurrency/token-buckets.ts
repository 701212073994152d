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

interface BucketRate {
  /** Tokens that a bucket gains per second. */
  readonly perSecond: number
  /** Tokens of a full bucket. */
  readonly burst: number
}

interface BucketOptions extends BucketRate {
  readonly maxKeys?: number
  readonly now?: () => number
}

interface Taking {
  readonly tokens?: number
  readonly rate?: BucketRate
}

const MAX_KEYS = 20_000

/** A token bucket per key. A key that was not used for long starts with a full bucket again. */
export class TokenBuckets {
  readonly #rate: BucketRate
  readonly #now: () => number
  readonly #buckets: LRUCache<string, Bucket>

  constructor({
    perSecond,
    burst,
    maxKeys = MAX_KEYS,
    now = () => performance.now(),
  }: BucketOptions) {
    this.#rate = { perSecond, burst }
    this.#now = now
    this.#buckets = new LRUCache({ max: maxKeys })
  }

  /**
   * Takes tokens if there is one; if there are fewer than that, the next ones are owed. `rate` is that of the key, if it
   * has its own.
   */
  take(key: string, { tokens: count = 1, rate = this.#rate }: Taking = {}): Allowance {
    const now = this.#now()
    const { perSecond, burst } = rate
    let bucket = this.#buckets.get(key)
    if (bucket) {
      bucket.tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1_000) * perSecond)
      bucket.at = now
    } else {
      bucket = { tokens: burst, at: now }
      this.#buckets.set(key, bucket)
    }
    const isAllowed = bucket.tokens >= 1
    if (isAllowed) bucket.tokens -= count
    const { tokens } = bucket
    return {
      isAllowed,
      remaining: Math.max(0, Math.floor(tokens)),
      resetSeconds: Math.ceil((burst - tokens) / perSecond),
      retryAfterSeconds: isAllowed ? 0 : (1 - tokens) / perSecond,
    }
  }
}
