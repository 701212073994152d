import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Database, openDatabase } from '../../apps/server/src/foundation/platform/database.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { embeddedDatabaseUrl } from '../stack/stack.ts'

interface Placed extends Record<string, unknown> {
  environment: string
  engine: string
  database: string
  schema: string
}

/** Rows that are written together: all of them must exist, each once. A deleted project may not be provisioned. */
async function checkRows(db: Database): Promise<string[]> {
  const rows = await db.query<{ id: string; name: string; what: string }>(sql`
    select id, name, what from project cross join lateral (values
      ('environments', (select count(*) from environment where project_id = project.id), 2),
      ('configurations', (select count(*) from configuration join environment
        on environment.id = environment_id where project_id = project.id), 2),
      ('placements that are ready', (select count(*) from placement join environment
        on environment.id = environment_id where project_id = project.id and ready), 2),
      ('first revisions', (select count(*) from configuration_revision join environment
        on environment.id = environment_id where project_id = project.id and revision = 1), 2),
      ('owners', (select count(*) from membership where project_id = project.id), 1),
      ('audit rows of its creation', (select count(*) from audit
        where project_id = project.id and action = 'created'), 1)
    ) as part (what, found, wanted) where found <> wanted and (deleted_at is null or what not like '%ready')`)
  return rows.map((row) => `half-made: ${row.name} has the wrong number of ${row.what}`)
}

function readOwner(file: string): string | undefined {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const row = database.prepare("select value from _plinth_meta where key = 'environment'").get()
    return row && String(row.value)
  } finally {
    database.close()
  }
}

function checkFiles(dataDir: string, placed: Placed[]): string[] {
  const folder = join(dataDir, 'projects')
  const wanted = new Map(placed.map((place) => [place.database, place.environment]))
  const found = existsSync(folder) ? readdirSync(folder) : []
  const orphans = found.filter((file) => !wanted.has(file.replace(/-(wal|shm)$/, '')))
  const broken = [...wanted].flatMap(([file, environment]) => {
    if (!found.includes(file)) return [`lost: the file of ${environment} is missing`]
    const owner = readOwner(join(folder, file))
    return owner === environment ? [] : [`half-made: the file of ${environment} names ${owner}`]
  })
  return [...orphans.map((file) => `orphan: file ${file}`), ...broken]
}

async function readSchemas(url: string): Promise<Map<string, string | undefined>> {
  const db = openDatabase({ url, maxConnections: 1, onError: () => undefined })
  try {
    const names = await db.query<{ name: string }>(
      sql`select nspname as name from pg_namespace where nspname like 'e\_%'`,
    )
    const owners = new Map<string, string | undefined>()
    for (const { name } of names) {
      const found = await db.pool
        .query(`select value from "${name}"._plinth_meta where key = 'environment'`)
        .catch(() => undefined)
      owners.set(name, found?.rows[0]?.value)
    }
    return owners
  } finally {
    await db.close()
  }
}

async function checkSchemas(db: Database, options: { dataDir: string; placed: Placed[] }) {
  const wanted = new Map(options.placed.map((p) => [`${p.database}.${p.schema}`, p.environment]))
  const databases = await db.query<{ name: string }>(
    sql`select datname as name from pg_database where datname like 'plinth\_%'`,
  )
  const found = new Map<string, string | undefined>()
  for (const { name } of databases) {
    const schemas = await readSchemas(embeddedDatabaseUrl(options.dataDir, name))
    for (const [schema, owner] of schemas) found.set(`${name}.${schema}`, owner)
  }
  return [
    ...[...found.keys()]
      .filter((name) => !wanted.has(name))
      .map((name) => `orphan: schema ${name}`),
    ...[...wanted].flatMap(([name, environment]) => {
      if (!found.has(name)) return [`lost: the schema of ${environment} is missing`]
      return found.get(name) === environment ? [] : [`half-made: the schema of ${environment}`]
    }),
  ]
}

/** Every project is complete, and nothing is orphaned. */
export async function checkWhole(db: Database, dataDir: string): Promise<string[]> {
  const placed = await db.query<Placed>(sql`
    select environment_id as environment, engine, database, schema from placement`)
  const on = (engine: string) => placed.filter((place) => place.engine === engine)
  return [
    ...(await checkRows(db)),
    ...checkFiles(dataDir, on('sqlite3')),
    ...(await checkSchemas(db, { dataDir, placed: on('postgres') })),
  ]
}
