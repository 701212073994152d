import { findEmbeddedUrl } from '../../foundation/embedded/postgres/embedded-url.ts'
import { type Database, openDatabase } from '../../foundation/platform/database.ts'
import { readEnv, SettingsError } from '../../foundation/settings/env.ts'

/** Where the platform's database is: the one that is set, else the one under the data folder. */
export async function findPlatformUrl(): Promise<string> {
  const { databaseUrl, dataDir } = readEnv([])
  const url = databaseUrl ?? (await findEmbeddedUrl(dataDir))
  if (!url) {
    throw new SettingsError(
      `There is no platform database: set DATABASE_URL, or PLINTH_DATA_DIR to a server's data folder (now ${dataDir}).`,
    )
  }
  return url
}

/** Gives a command the platform's database. */
export async function usePlatform<T>(use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({
    url: await findPlatformUrl(),
    maxConnections: 1,
    onError: (error) => process.stderr.write(`${error.message}\n`),
  })
  try {
    return await use(db)
  } finally {
    await db.close()
  }
}
