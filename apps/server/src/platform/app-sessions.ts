import type { Logger } from 'pino'
import { type AppUser, ENDED_CHANNEL, findAppSession } from './app-session-store.ts'
import type { Database } from './database.ts'
import { hearChannel } from './hear-channel.ts'

const KEPT_MS = 5_000
const AT_MOST = 10_000

/** Who app users' tokens name, kept for a moment; a session that ends is forgotten in every process. */
export interface AppSessions {
  find(tokenHash: Buffer): Promise<AppUser | undefined>
  /** The same from memory alone. */
  peek(tokenHash: Buffer): AppUser | undefined
  /** What this process ended itself is forgotten before it answers. */
  forget(tokenHashes: readonly Buffer[]): void
  close(): Promise<void>
}

/** Found sessions, as long as nothing was heard that speaks against them. */
class Kept {
  readonly #users = new Map<string, { user: AppUser; until: number }>()
  /** Rises with every ended session, so that a read that began earlier keeps nothing. */
  age = 0

  get(hash: string): AppUser | undefined {
    const found = this.#users.get(hash)
    if (found && found.until > Date.now()) return found.user
    this.#users.delete(hash)
    return undefined
  }

  set(hash: string, user: AppUser): void {
    if (this.#users.size >= AT_MOST) this.#users.clear()
    this.#users.set(hash, { user, until: Date.now() + KEPT_MS })
  }

  forget(hash?: string): void {
    this.age += 1
    if (hash === undefined) this.#users.clear()
    else this.#users.delete(hash)
  }
}

/** Opens the look-up of app users' tokens; while nothing can be heard, every one is read. */
export async function openAppSessions(options: {
  db: Database
  url: string
  log: Logger
}): Promise<AppSessions> {
  const kept = new Kept()
  const ear = await hearChannel({
    url: options.url,
    channel: ENDED_CHANNEL,
    log: options.log,
    onWord: (hash) => kept.forget(hash),
  })
  return {
    async find(tokenHash) {
      const hash = tokenHash.toString('hex')
      const found = kept.get(hash)
      if (found) return found
      const { age } = kept
      const user = await findAppSession(options.db, tokenHash)
      if (user && ear.hears() && age === kept.age) kept.set(hash, user)
      return user
    },
    peek: (tokenHash) => kept.get(tokenHash.toString('hex')),
    forget(tokenHashes) {
      for (const hash of tokenHashes) kept.forget(hash.toString('hex'))
    },
    close: () => ear.close(),
  }
}
