import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'

interface PoolGuard {
  /** Runs work that holds a connection of the pool. */
  holding<T>(work: () => Promise<T>): Promise<T>
  outside<T>(work: () => T): T
}

/**
 * Detects code that holds a connection of a pool and requests another one, which can deadlock the pool. Throws, or calls
 * `report` once per call site and lets the request through.
 */
export function guardPool(pool: pg.Pool, report?: (error: Error) => void): PoolGuard {
  const held = new AsyncLocalStorage<{ isOpen: boolean } | undefined>()
  const reported = new Set<string>()
  const detect = () => {
    const error = new Error('a second connection was asked for inside a transaction')
    if (!report) throw error
    const callSite = error.stack ?? ''
    if (reported.has(callSite)) return
    reported.add(callSite)
    report(error)
  }
  // Every pool operation goes through connect().
  const connect = pool.connect.bind(pool)
  Object.assign(pool, {
    connect: (...args: Parameters<typeof connect>) => {
      // Work that outlives its transaction no longer holds a connection.
      if (held.getStore()?.isOpen) detect()
      return connect(...args)
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
