import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

interface PoolGuard {
  /** Runs what holds a connection of the pool until it ends. */
  holding<T>(work: () => Promise<T>): Promise<T>
  outside<T>(work: () => T): T
}

/**
 * Notices callers that hold a connection of a pool and ask it for another: with enough of them at once nobody gets
 * one. They are refused, or told of once for each place and let through.
 */
export function guardPool(pool: pg.Pool, tell?: (error: Error) => void): PoolGuard {
  const held = new AsyncLocalStorage<{ isOpen: boolean } | undefined>()
  const told = new Set<string>()
  const notice = () => {
    const error = new Error('a second connection was asked for inside a transaction')
    if (!tell) throw error
    const place = error.stack ?? ''
    if (told.has(place)) return
    told.add(place)
    tell(error)
  }
  // Whatever a pool does begins with this.
  const connect = pool.connect.bind(pool)
  Object.assign(pool, {
    connect: (...given: Parameters<typeof connect>) => {
      // What was begun inside and goes on after the end holds nothing any more.
      if (held.getStore()?.isOpen) notice()
      return connect(...given)
    },
  })
  return {
    async holding(work) {
      const holder = { isOpen: true }
      try {
        return await held.run(holder, work)
      } finally {
        holder.isOpen = false
      }
    },
    outside: (work) => held.run(undefined, work),
  }
}
