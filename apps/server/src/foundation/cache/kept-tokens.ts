import type { Jobs } from '../jobs/jobs.ts'
import type { PubSub } from '../pubsub/pubsub.ts'
import { Kept } from './kept.ts'
import { startRenewal } from './renew-kept.ts'

const KEPT_MS = 5_000
const RENEWED_MS = 60_000
const RENEW_MS = 1_000
const AT_MOST = 10_000

/** What tokens stand for, kept for a moment; one that ends is forgotten in every process. */
export interface KeptTokens<Found> {
  find(tokenHash: Buffer): Promise<Found | undefined>
  /** The same from memory alone, by the hash in hexadecimal. */
  peek(hash: string): Found | undefined
  /** What this process ended itself is forgotten before it answers. */
  forget(tokenHashes: readonly Buffer[]): void
  close(): Promise<void>
}

/** A token that was found in the database. */
export interface FoundToken<Found> {
  readonly tokenHash: Buffer
  readonly found: Found
}

const nameOf = (tokenHash: Buffer) => tokenHash.toString('hex')

/** Opens a lookup of tokens; while notifications of ended ones may be missed, every lookup reads the database. */
export async function openKeptTokens<Found>(options: {
  pubsub: PubSub
  jobs: Jobs
  /** Names the job that renews the cache. */
  name: string
  channel: string
  /** Those of the tokens that are good, in any order. */
  read: (tokenHashes: readonly Buffer[]) => Promise<readonly FoundToken<Found>[]>
}): Promise<KeptTokens<Found>> {
  const { pubsub, jobs, name: cacheName, channel, read } = options
  const kept = new Kept<Found>({ most: AT_MOST, ms: KEPT_MS, renewedMs: RENEWED_MS })
  const subscription = await pubsub.listen(channel, {
    onNotify: (hash) => kept.forget(hash),
    onGap: () => kept.clear(),
  })
  const renewal = startRenewal(jobs, {
    name: `${cacheName}-cache-renewal`,
    kept,
    everyMs: RENEW_MS,
    async ask(ending) {
      const found = await read([...ending.keys()].map((name) => Buffer.from(name, 'hex')))
      return new Map(found.map((each) => [nameOf(each.tokenHash), each.found]))
    },
  })
  const readOne = async (tokenHash: Buffer): Promise<Found | undefined> => {
    const { age } = kept
    const [token] = await read([tokenHash])
    if (token && subscription.isListening()) kept.set(nameOf(tokenHash), token.found, age)
    return token?.found
  }
  return {
    async find(tokenHash) {
      const name = nameOf(tokenHash)
      return kept.get(name) ?? kept.together(name, () => readOne(tokenHash))
    },
    peek: (hash) => kept.get(hash),
    forget(tokenHashes) {
      for (const hash of tokenHashes) kept.forget(nameOf(hash))
    },
    async close() {
      subscription.close()
      await renewal.stop()
    },
  }
}
