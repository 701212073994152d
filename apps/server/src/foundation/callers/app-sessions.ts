import { openTokenCache, type TokenCache } from '../cache/token-cache.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Database } from '../platform/database.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import { type AppUser, ENDED_CHANNEL, findAppSessions } from './app-session-store.ts'

/** App users by the hash of their token. */
export type AppSessions = TokenCache<AppUser>

/** Opens the lookup of app users by their tokens. */
export function openAppSessions(options: {
  db: Database
  pubsub: PubSub
  jobs: Jobs
  metrics?: Metrics
}): Promise<AppSessions> {
  const read = (tokenHashes: readonly Buffer[]) => findAppSessions(options.db, tokenHashes)
  return openTokenCache({ ...options, name: 'app-session', channel: ENDED_CHANNEL, read })
}
