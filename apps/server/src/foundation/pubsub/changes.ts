import pg from 'pg'
import type { Logger } from 'pino'
import type { Queryable } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'

const CHANNEL = 'plinth_changed'
const AGAIN_MS = 1_000

/** Waits for news about one thing; what was told since the last wait is not missed. */
interface Watch {
  /** Resolves as soon as something is told, or after a while: the database is what counts. */
  next(withinMs: number): Promise<void>
  close(): void
}

/** News between processes: who changed something says so, who watches it looks again. */
export interface Changes {
  watch(key: string): Watch
  /** Calls back on every notification, and whenever some may have been missed. */
  subscribe(key: string, onChange: () => void): { close(): void }
  close(): Promise<void>
}

/** Tells every process that something changed, once the transaction is committed. */
export async function tellChange(on: Queryable, key: string): Promise<void> {
  await on.query(sql`select pg_notify(${CHANNEL}, ${key})`)
}

interface Watcher {
  isTold: boolean
  wake: () => void
}

function openWatch(watchers: Set<Watcher>): Watch {
  const watcher: Watcher = { isTold: false, wake: () => {} }
  watchers.add(watcher)
  let isClosed = false
  return {
    async next(withinMs) {
      // Whoever was about to wait when it was closed must not wait for news that cannot come.
      if (!watcher.isTold && !isClosed) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, withinMs)
          watcher.wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      watcher.isTold = false
    },
    close() {
      isClosed = true
      watchers.delete(watcher)
      watcher.wake()
    },
  }
}

function wake(watchers: Iterable<Watcher>): void {
  for (const watcher of watchers) {
    watcher.isTold = true
    watcher.wake()
  }
}

/** Listens on a connection of its own from the first watch on; a lost one is opened again. */
export function openChanges({ url, log }: { url: string; log: Logger }): Changes {
  const byKey = new Map<string, Set<Watcher>>()
  let listening: Promise<pg.Client | undefined> | undefined
  let isClosed = false

  async function listen(): Promise<pg.Client | undefined> {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    const lose = (error?: Error) => {
      if (!listening || isClosed) return
      listening = undefined
      log.warn({ err: error }, 'news between processes stopped; listening again')
      setTimeout(start, AGAIN_MS).unref()
    }
    client.on('error', lose)
    client.on('end', () => lose())
    client.on('notification', ({ payload = '' }) => wake(byKey.get(payload) ?? []))
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      for (const watchers of byKey.values()) wake(watchers)
      return client
    } catch (error) {
      lose(error instanceof Error ? error : undefined)
      return undefined
    }
  }

  function start(): void {
    if (!isClosed && byKey.size > 0) listening ??= listen()
  }

  function watchersOf(key: string): Set<Watcher> {
    const watchers = byKey.get(key) ?? new Set()
    byKey.set(key, watchers)
    start()
    return watchers
  }

  return {
    subscribe(key, onChange) {
      const watchers = watchersOf(key)
      const watcher = { isTold: false, wake: onChange }
      watchers.add(watcher)
      return {
        close() {
          watchers.delete(watcher)
          if (watchers.size === 0) byKey.delete(key)
        },
      }
    },
    watch(key) {
      const watchers = watchersOf(key)
      const watch = openWatch(watchers)
      return {
        next: watch.next,
        close() {
          watch.close()
          if (watchers.size === 0) byKey.delete(key)
        },
      }
    },
    async close() {
      isClosed = true
      for (const watchers of byKey.values()) wake(watchers)
      const client = await listening
      await client?.end().catch(() => {})
    },
  }
}
