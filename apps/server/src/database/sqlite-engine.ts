import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import type { DatabaseEngine } from './database-engine.ts'

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

function fill(file: string, environmentId: string): void {
  const database = new Sqlite(file)
  try {
    database.pragma('journal_mode = WAL')
    database.pragma('synchronous = FULL')
    database.exec('create table _plinth_meta (key text primary key, value text not null) strict')
    const insert = database.prepare('insert into _plinth_meta (key, value) values (?, ?)')
    insert.run('environment', environmentId)
  } finally {
    database.close()
  }
}

/** One file per environment, in `projects/` of the data folder. */
export function openSqliteEngine(dataDir: string): DatabaseEngine {
  const folder = join(dataDir, 'projects')
  return {
    async provision({ database, environmentId }) {
      const file = join(folder, database)
      if (await exists(file)) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${file}.draft`
      await rm(draft, { force: true })
      fill(draft, environmentId)
      // The name appears only when everything behind it does.
      await rename(draft, file)
      await syncFolder(folder)
    },
    async drop({ database }) {
      for (const suffix of ['', '-wal', '-shm', '.draft', '.draft-wal', '.draft-shm']) {
        await rm(join(folder, `${database}${suffix}`), { force: true })
      }
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },
  }
}
