import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { lowerPriority } from '../../../foundation/concurrency/lower-priority.ts'

/** What the process of a connection calls itself; undefined unless the database server runs on this machine. */
function titleOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Lowers the priority of the process that serves a connection, if the database server is the embedded one or another
 * on this machine whose processes this one may change.
 */
export function lowerBackend(client: pg.Client): void {
  const { processID } = client as unknown as { processID: number | null }
  if (processID === null) return
  const title = titleOf(processID)
  // The same number may be another process here if the server is elsewhere.
  if (title?.startsWith('postgres: ') && title.includes(` ${client.user} `))
    lowerPriority(processID)
}
