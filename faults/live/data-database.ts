import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { quoteName } from '../../apps/server/src/databases/sql/quote-name.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../runs/check-runs.ts'
import { embeddedDatabaseUrl } from '../stack/stack.ts'
import type { LiveProject } from './live-project.ts'

const BUSY_MS = 20_000

/** A connection to the data database of a project, past the product. Parameters are `$1`, in order. */
export interface DirectConnection {
  /** The name of the table of things, with its schema. */
  table: string
  run(text: string, values?: readonly (string | number)[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

interface Place extends Record<string, unknown> {
  environmentId: string
  database: string
  schema: string
}

/** Where the rows of a project's development environment are. */
export async function placeOf(dataDir: string, { projectId }: LiveProject): Promise<Place> {
  const [place] = await withPlatform(dataDir, (db) =>
    db.query<Place>(sql`
      select environment_id as "environmentId", database, schema from placement join environment on environment.id = environment_id
      where project_id = ${projectId} and name = 'dev'`),
  )
  if (!place) throw new Error('the project has no rows')
  return place
}

export async function openPostgres(dataDir: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: embeddedDatabaseUrl(dataDir, database) })
  // The server may be stopped before.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

export async function connectDirectly(
  dataDir: string,
  project: LiveProject,
): Promise<DirectConnection> {
  const { database, schema } = await placeOf(dataDir, project)
  if (project.database === 'postgres') {
    const client = await openPostgres(dataDir, database)
    return {
      table: `${quoteName(schema)}.thing`,
      run: async (text, values = []) => (await client.query(text, [...values])).rows,
      close: () => client.end(),
    }
  }
  const file = new DatabaseSync(join(dataDir, 'projects', database), { timeout: BUSY_MS })
  return {
    table: 'thing',
    run: async (text, values = []) =>
      file.prepare(text.replace(/\$\d/g, '?')).all(...values) as Record<string, unknown>[],
    close: async () => file.close(),
  }
}
