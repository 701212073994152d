import type { Logger } from 'pino'
import { hearChannel } from './hear-channel.ts'

const KEPT_MS = 5_000
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

/** What was found, as long as nothing was heard that speaks against it. */
class Kept<Found> {
  readonly #found = new Map<string, { found: Found; until: number }>()
  /** Rises with every token that ends, so that a read that began earlier keeps nothing. */
  age = 0

  get(hash: string): Found | undefined {
    const kept = this.#found.get(hash)
    if (kept && kept.until > Date.now()) return kept.found
    this.#found.delete(hash)
    return undefined
  }

  set(hash: string, found: Found): void {
    if (this.#found.size >= AT_MOST) this.#found.clear()
    this.#found.set(hash, { found, until: Date.now() + KEPT_MS })
  }

  forget(hash?: string): void {
    this.age += 1
    if (hash === undefined) this.#found.clear()
    else this.#found.delete(hash)
  }
}

/** Opens a look-up of tokens; while the channel of those that ended cannot be heard, every one is read. */
export async function openKeptTokens<Found>(options: {
  url: string
  channel: string
  log: Logger
  read: (tokenHash: Buffer) => Promise<Found | undefined>
}): Promise<KeptTokens<Found>> {
  const kept = new Kept<Found>()
  const ear = await hearChannel({
    url: options.url,
    channel: options.channel,
    log: options.log,
    onWord: (hash) => kept.forget(hash),
  })
  return {
    async find(tokenHash) {
      const hash = tokenHash.toString('hex')
      const found = kept.get(hash)
      if (found) return found
      const { age } = kept
      const read = await options.read(tokenHash)
      if (read && ear.hears() && age === kept.age) kept.set(hash, read)
      return read
    },
    peek: (hash) => kept.get(hash),
    forget(tokenHashes) {
      for (const hash of tokenHashes) kept.forget(hash.toString('hex'))
    },
    close: () => ear.close(),
  }
}
