import { readFileSync } from 'node:fs'
import type pg from 'pg'
import {
  lowerPriority,
  lowerWhileLong,
  restorePriority,
} from '../../../foundation/concurrency/lower-priority.ts'
import { PoolerClient } from '../../../foundation/platform/pooler-client.ts'

/** What the process of a connection calls itself; undefined unless the database server runs on this machine. */
function titleOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * The process that serves a connection, if the database server is the embedded one or another on this machine. Only
 * root may raise a priority again, so without that right no process is named.
 */
function backendOf(client: pg.ClientBase & { readonly user?: string }): number | undefined {
  const { processID } = client as unknown as { processID: number | null }
  // The process of a pooler's connection changes with each transaction.
  if (client instanceof PoolerClient) return undefined
  if (processID === null || process.getuid?.() !== 0) return undefined
  const title = titleOf(processID)
  // The same number may be another process here if the server is elsewhere.
  const isBackend = title?.startsWith('postgres: ') && title.includes(` ${client.user} `)
  return isBackend ? processID : undefined
}

const backends = new WeakMap<pg.ClientBase, number | undefined>()

function knownBackendOf(client: pg.ClientBase): number | undefined {
  if (!backends.has(client)) backends.set(client, backendOf(client))
  return backends.get(client)
}

/** Lowers the priority of the process that serves a connection until the returned function is called. */
export function lowerBackend(client: pg.ClientBase): (() => void) | undefined {
  const pid = knownBackendOf(client)
  if (pid === undefined) return undefined
  lowerPriority(pid)
  return () => restorePriority(pid)
}

/** Lowers it once a statement takes long, until the returned function is called. */
export function lowerLongBackend(client: pg.ClientBase): (() => void) | undefined {
  const pid = knownBackendOf(client)
  return pid === undefined ? undefined : lowerWhileLong(pid)
}
