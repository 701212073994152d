import { type EngineHarness, openPostgresHarness, openSqliteHarness } from './engine-harness.ts'

/** Both databases by name, for `describe.each`. */
export const ENGINES: [name: string, open: (databaseUrl: string) => Promise<EngineHarness>][] = [
  ['postgres', openPostgresHarness],
  ['sqlite3', openSqliteHarness],
]
