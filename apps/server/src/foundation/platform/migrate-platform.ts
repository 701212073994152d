import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'

const folder = join(import.meta.dirname, 'migrations')

/** One lock for all processes that start at once; the number only has to be ours. */
const LOCK = 7_234_501

/**
 * Brings the platform's database to this build's shape. All pending migrations are one transaction:
 * a crash leaves the old shape or the new one.
 */
export async function migratePlatform(url: string): Promise<number> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await connection.connect()
  try {
    await connection.query('begin')
    await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
    await connection.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = await connection.query<{ name: string }>('select name from migration')
    const done = new Set(applied.rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    const pending = files.filter((file) => !done.has(file))
    for (const file of pending) {
      await connection.query(await readFile(join(folder, file), 'utf8'))
      await connection.query('insert into migration (name) values ($1)', [file])
    }
    await connection.query('commit')
    return pending.length
  } finally {
    await connection.end()
  }
}
