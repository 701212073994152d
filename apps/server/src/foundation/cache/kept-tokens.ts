import type { Logger } from 'pino'
import { hearChannel } from '../pubsub/hear-channel.ts'
import { Kept } from './kept.ts'
import { renewKept } from './renew-kept.ts'

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

/** Opens a look-up of tokens; while the channel of those that ended cannot be heard, every one is read. */
export async function openKeptTokens<Found>(options: {
  url: string
  channel: string
  log: Logger
  /** Those of the tokens that are good, in any order. */
  read: (tokenHashes: readonly Buffer[]) => Promise<readonly FoundToken<Found>[]>
}): Promise<KeptTokens<Found>> {
  const { url, channel, log, read } = options
  const kept = new Kept<Found>({ most: AT_MOST, ms: KEPT_MS, renewedMs: RENEWED_MS })
  const ear = await hearChannel({
    url,
    channel,
    log,
    onWord: (hash) => (hash === undefined ? kept.clear() : kept.forget(hash)),
  })
  const stop = renewKept({
    kept,
    everyMs: RENEW_MS,
    log,
    async ask(ending) {
      const found = await read([...ending.keys()].map((name) => Buffer.from(name, 'hex')))
      return new Map(found.map((each) => [nameOf(each.tokenHash), each.found]))
    },
  })
  const readOne = async (tokenHash: Buffer): Promise<Found | undefined> => {
    const { age } = kept
    const [token] = await read([tokenHash])
    if (token && ear.hears()) kept.set(nameOf(tokenHash), token.found, age)
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
    close() {
      stop()
      return ear.close()
    },
  }
}
