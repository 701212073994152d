import type { Jobs } from '../jobs/jobs.ts'
import type { CacheName, Metrics } from '../metrics/metrics.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import { RenewingCache } from './renewing-cache.ts'
import { startCacheRenewal } from './start-cache-renewal.ts'

const TTL_MS = 5_000
const RENEW_WITHIN_MS = 60_000
const RENEW_EVERY_MS = 1_000
const MAX_TOKENS = 10_000

/** A short-lived cache of token holders; an ended token is evicted in every process. */
export interface TokenCache<Holder> {
  find(tokenHash: Buffer): Promise<Holder | undefined>
  /** Looks in the cache only, by the hash in hexadecimal. */
  peek(hash: string): Holder | undefined
  /** Drops tokens that this process has ended, so that it does not depend on its own notification. */
  forget(tokenHashes: readonly Buffer[]): void
  close(): Promise<void>
}

/** A token that was found in the database. */
export interface FoundToken<Holder> {
  readonly tokenHash: Buffer
  readonly found: Holder
  /** Every lookup reads the database. */
  readonly isUncached?: boolean
}

interface TokenCacheOptions<Holder> {
  readonly pubsub: PubSub
  readonly jobs: Jobs
  readonly metrics?: Metrics
  readonly name: CacheName
  /** Channel on which the hashes of ended tokens are notified. */
  readonly channel: string
  /** Returns the valid ones of the tokens, in any order. */
  readonly read: (tokenHashes: readonly Buffer[]) => Promise<readonly FoundToken<Holder>[]>
}

const keyOf = (tokenHash: Buffer) => tokenHash.toString('hex')

/** Opens a cache of tokens; while notifications of ended ones may be missed, every lookup reads the database. */
export async function openTokenCache<Holder>(
  options: TokenCacheOptions<Holder>,
): Promise<TokenCache<Holder>> {
  const { pubsub, jobs, metrics, name, channel, read } = options
  const cache = new RenewingCache<Holder>({
    max: MAX_TOKENS,
    ttlMs: TTL_MS,
    renewWithinMs: RENEW_WITHIN_MS,
  })
  metrics?.addCache(name, cache.counts)
  const subscription = await pubsub.listen(channel, {
    onNotify: (hash) => cache.delete(hash),
    onGap: () => cache.clear(),
  })
  const renewal = startCacheRenewal(jobs, {
    name: `${name}-cache-renewal`,
    cache,
    everyMs: RENEW_EVERY_MS,
    async check(expiring) {
      const found = await read([...expiring.keys()].map((key) => Buffer.from(key, 'hex')))
      return new Map(found.map((each) => [keyOf(each.tokenHash), each.found]))
    },
  })
  const readOne = async (tokenHash: Buffer): Promise<Holder | undefined> => {
    const { generation } = cache
    const [token] = await read([tokenHash])
    const isCached = token && !token.isUncached && subscription.isListening()
    if (isCached) cache.set(keyOf(tokenHash), token.found, generation)
    return token?.found
  }
  return {
    async find(tokenHash) {
      const key = keyOf(tokenHash)
      return cache.get(key) ?? cache.share(key, () => readOne(tokenHash))
    },
    peek: (hash) => cache.tryGet(hash),
    forget(tokenHashes) {
      for (const hash of tokenHashes) cache.delete(keyOf(hash))
    },
    async close() {
      subscription.close()
      await renewal.stop()
    },
  }
}
