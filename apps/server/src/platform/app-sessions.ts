import pg from 'pg'
import type { Logger } from 'pino'
import { type AppUser, ENDED_CHANNEL, findAppSession } from './app-session-store.ts'
import type { Database } from './database.ts'

const KEPT_MS = 5_000
const AT_MOST = 10_000
const AGAIN_MS = 500

/** Who app users' tokens name, kept for a moment; a session that ends is forgotten in every process. */
export interface AppSessions {
  find(tokenHash: Buffer): Promise<AppUser | undefined>
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

interface Ear {
  hears(): boolean
  close(): Promise<void>
}

/** A connection of its own that hears which sessions end; it comes back by itself. */
async function listen(options: { url: string; log: Logger; kept: Kept }): Promise<Ear> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  function lose(error?: Error): void {
    if (closed || !client) return
    client = undefined
    options.kept.forget()
    if (error) options.log.warn({ err: error }, 'ended app sessions are not heard; reading each')
    timer = setTimeout(() => void connect(), AGAIN_MS)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: options.url,
      application_name: 'plinth-listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client = next
    next.on('error', (error) => next === client && lose(error))
    next.on('end', () => next === client && lose())
    next.on('notification', ({ payload }) => options.kept.forget(payload))
    try {
      await next.connect()
      await next.query(`listen ${ENDED_CHANNEL}`)
      heard = next
    } catch (error) {
      if (next === client) lose(error as Error)
      await next.end().catch(() => {})
    }
  }

  let heard: pg.Client | undefined
  await connect()
  return {
    hears: () => client !== undefined && client === heard,
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

/** Opens the look-up of app users' tokens; while nothing can be heard, every one is read. */
export async function openAppSessions(options: {
  db: Database
  url: string
  log: Logger
}): Promise<AppSessions> {
  const kept = new Kept()
  const ear = await listen({ url: options.url, log: options.log, kept })
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
    forget(tokenHashes) {
      for (const hash of tokenHashes) kept.forget(hash.toString('hex'))
    },
    close: () => ear.close(),
  }
}
