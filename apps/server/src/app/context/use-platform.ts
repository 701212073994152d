import { findEmbeddedUrl } from '../../foundation/embedded/postgres/embedded-url.ts'
import { type Database, openDatabase } from '../../foundation/platform/database.ts'
import { checkPlatformVersion } from '../../foundation/platform/migrate-platform.ts'
import { readEnv, SettingsError } from '../../foundation/settings/env.ts'

/** The URL of the platform's database past a pooler: the configured one, else the one in the data folder. */
export async function findPlatformUrl(): Promise<string> {
  const { postgres, databaseUrl, dataDir } = readEnv([])
  const url = postgres.directUrl ?? databaseUrl ?? (await findEmbeddedUrl(dataDir))
  if (!url) {
    throw new SettingsError(
      `There is no platform database: set DATABASE_URL, or PLINTH_DATA_DIR to a server's data folder (now ${dataDir}).`,
    )
  }
  return url
}

/** Opens the platform's database for a command. */
export async function usePlatform<T>(use: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({
    url: await findPlatformUrl(),
    maxConnections: 1,
    onError: (error) => process.stderr.write(`${error.message}\n`),
  })
  try {
    await checkPlatformVersion(db.pool)
    return await use(db)
  } finally {
    await db.close()
  }
}
