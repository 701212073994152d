import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as breathe } from 'node:timers/promises'
import pg from 'pg'
import { copyOut } from '../../apps/server/src/databases/postgres/connection/copy.ts'
import { sql } from '../../apps/server/src/foundation/platform/sql.ts'
import { withPlatform } from '../../faults/runs/check-runs.ts'
import { embeddedDatabaseUrl } from '../../faults/stack/stack.ts'
import type { BackupBench } from './backup-bench.ts'

/** Location of a project's rows, bypassing the product. */
export async function placementOf({ dataDir }: BackupBench, projectId: string) {
  const [row] = await withPlatform(dataDir, (db) =>
    db.query<{ engine: string; database: string; schema: string }>(sql`
      select engine, database, schema from placement join environment on environment.id = environment_id
      where project_id = ${projectId} and environment.name = 'dev'`),
  )
  if (!row) throw new Error('the project has no placement')
  return row
}

export interface Sum {
  rows: number
  digest: string
}

/** Checksum of a table in a SQLite file. */
export async function sumOfFile(file: string): Promise<Sum> {
  const opened = new DatabaseSync(file, { readOnly: true })
  const hash = createHash('sha256')
  let rows = 0
  const text = 'select id, cast(number as integer) as number, words from bulk order by id'
  for (const row of opened.prepare(text).iterate()) {
    rows += 1
    hash.update(`${row.id}\t${row.number}\t${row.words}\n`)
    // Yields to the event loop, so that timers can close idle connections.
    if (rows % 10_000 === 0) await breathe()
  }
  opened.close()
  return { rows, digest: hash.digest('hex') }
}

/** Checksum of a PostgreSQL table. */
export async function sumOfTable(url: string, schema: string): Promise<Sum> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const hash = createHash('sha256')
  const text = `copy (select id, number::bigint, words from "${schema}".bulk order by id) to stdout`
  const copied = copyOut(client, text)
  let next = await copied.next()
  for (; !next.done; next = await copied.next()) hash.update(next.value)
  await client.end()
  return { rows: next.value, digest: hash.digest('hex') }
}

/** Checksum of the large table's rows. */
export async function sumOf(setup: BackupBench, projectId: string): Promise<Sum> {
  const { engine, database, schema } = await placementOf(setup, projectId)
  if (engine === 'sqlite3') return sumOfFile(join(setup.dataDir, 'projects', database))
  return sumOfTable(embeddedDatabaseUrl(setup.dataDir, database), schema)
}
