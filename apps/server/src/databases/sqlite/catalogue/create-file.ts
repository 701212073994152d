import { ensureBookkeeping } from './bookkeeping.ts'
import { openFile } from './open-file.ts'

/** Creates an environment's file with nothing in it but our own tables. */
export function createFile(file: string, environmentId: string): void {
  const database = openFile(file)
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    ensureBookkeeping(database)
    const insert = database.prepare('insert into _plinth_meta (key, value) values (?, ?)')
    insert.run('environment', environmentId)
  } finally {
    database.close()
  }
}
