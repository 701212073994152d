import { RenewingCache } from '../../foundation/cache/renewing-cache.ts'
import { wildcardOf } from '../../foundation/http/origins/match-origin.ts'
import type {
  OriginDirectory,
  OriginPolicy,
} from '../../foundation/http/origins/origin-directory.ts'
import type { Database } from '../../foundation/platform/database.ts'
import type { PubSub } from '../../foundation/pubsub/pubsub.ts'
import { CHANGED_CHANNEL, readChangedHosts } from '../environments/environment-store.ts'
import { isBelowProved, parentOfWildcard } from './below-proved-host.ts'
import { findOriginPolicy, isAnyListed } from './origin-store.ts'

const TTL_MS = 10_000
const MAX_ENTRIES = 10_000

/** Opens the cache of allowed origins of this process. */
export async function openOrigins({
  db,
  pubsub,
}: {
  db: Database
  pubsub: PubSub
}): Promise<OriginDirectory & { close(): void }> {
  const policies = new RenewingCache<OriginPolicy | null>({ max: MAX_ENTRIES, ttlMs: TTL_MS })
  const listed = new RenewingCache<boolean>({ max: MAX_ENTRIES, ttlMs: TTL_MS })
  const clear = () => {
    policies.clear()
    listed.clear()
  }
  const subscription = await pubsub.listen(CHANGED_CHANNEL, {
    onNotify: (payload) => readChangedHosts(payload) !== undefined && clear(),
    onGap: clear,
  })

  const readPolicy = async (key: Parameters<OriginDirectory['policyOf']>[0], name: string) => {
    const { generation } = policies
    // Production is exact, whatever a restored archive contains.
    const isDev = key.environment === 'dev'
    const found = await findOriginPolicy(db, key)
    const policy = found && {
      environment: key.environment,
      hosts: found.hosts,
      origins: found.origins.filter((origin) =>
        isDev ? isBelowProved(origin, found.provedHosts) : parentOfWildcard(origin) === undefined,
      ),
      allowsLocal: isDev && found.allowsLocal,
    }
    if (subscription.isListening()) policies.set(name, policy ?? null, generation)
    return policy
  }
  const readListed = async (origin: string) => {
    const { generation } = listed
    const wildcard = wildcardOf(origin)
    const found = await isAnyListed(db, wildcard === undefined ? [origin] : [origin, wildcard])
    if (subscription.isListening()) listed.set(origin, found, generation)
    return found
  }

  return {
    async policyOf(key) {
      const name = `${key.projectId} ${key.environment}`
      const known = policies.get(name)
      return known === undefined ? await readPolicy(key, name) : (known ?? undefined)
    },
    isListed: (origin) => listed.get(origin) ?? readListed(origin),
    close: () => subscription.close(),
  }
}
