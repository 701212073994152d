import { openTokenCache, type TokenCache } from '../cache/token-cache.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Database } from '../platform/database.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import { findKeyBearers, KEY_ENDED_CHANNEL, type KeyBearer } from './api-key-store.ts'

/** API keys by the hash of their secret. */
export type ApiKeys = TokenCache<KeyBearer>

const unlessExpired = (key: KeyBearer | undefined): KeyBearer | undefined =>
  key?.expiresAt && key.expiresAt.getTime() <= Date.now() ? undefined : key

/** Opens the lookup of keys; one that expires while it is cached is not found any more. */
export async function openApiKeys(options: {
  db: Database
  pubsub: PubSub
  jobs: Jobs
  metrics?: Metrics
}): Promise<ApiKeys> {
  const read = (tokenHashes: readonly Buffer[]) => findKeyBearers(options.db, tokenHashes)
  const cache = await openTokenCache({
    ...options,
    name: 'api-key',
    channel: KEY_ENDED_CHANNEL,
    read,
  })
  return {
    ...cache,
    find: async (tokenHash) => unlessExpired(await cache.find(tokenHash)),
    peek: (hash) => unlessExpired(cache.peek(hash)),
  }
}
