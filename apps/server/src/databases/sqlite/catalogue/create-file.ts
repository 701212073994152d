import { open } from 'node:fs/promises'
import { ensureSqliteTables } from './bookkeeping.ts'
import { openFile } from './open-file.ts'

/** Creates an environment's file with only the internal tables. */
export function createFile(file: string, environmentId: string): void {
  const database = openFile(file)
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    ensureSqliteTables(database)
    const insert = database.prepare('insert into _plinth_meta (key, value) values (?, ?)')
    insert.run('environment', environmentId)
  } finally {
    database.close()
  }
}

/** Flushes a folder to disk, so that its entries survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
