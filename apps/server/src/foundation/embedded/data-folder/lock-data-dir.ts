import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { StartError } from '../process/start-error.ts'

export interface DataLock {
  release(): void
}

/**
 * Locks the data directory for this process.
 * It is a kernel lock (SQLite's, on an empty file): taken atomically, released with its process even after kill -9, and
 * visible to another container on the same volume, which a port or socket is not.
 */
export function lockDataDir(dataDir: string): DataLock {
  const file = join(dataDir, 'lock')
  let holder: Database.Database | undefined
  try {
    holder = new Database(file, { timeout: 0 })
    chmodSync(file, 0o600)
    // Otherwise SQLite creates an empty journal file beside it.
    holder.pragma('journal_mode = memory')
    holder.exec('begin exclusive')
  } catch (error) {
    holder?.close()
    throw new StartError(describeLockError(dataDir, error))
  }
  const held = holder
  return { release: () => void held.close() }
}

function describeLockError(dataDir: string, error: unknown): string {
  if (error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY') {
    return (
      `The data directory ${dataDir} is in use by another running Plinth: ` +
      'stop that one first, or start with another data directory.'
    )
  }
  return `The data directory ${dataDir} cannot be locked: ${error instanceof Error ? error.message : error}`
}
