import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { formatEarlierBuild } from '../settings/earlier-build.ts'
import { SettingsError } from '../settings/env.ts'

const folder = join(import.meta.dirname, 'migrations')

/** The first migration of builds before the first release. */
const EARLIER_FIRST = '001-ground.sql'

/** Serialises processes that start at the same time; any number that only we use. */
const LOCK = 7_234_501

interface Connection {
  query<T extends pg.QueryResultRow>(text: string): Promise<{ rows: T[] }>
}

const listMigrations = async (): Promise<string[]> =>
  (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()

async function readApplied(connection: Connection): Promise<string[]> {
  const { rows } = await connection.query<{ found: string | null }>(
    `select to_regclass('migration')::text as found`,
  )
  if (!rows[0]?.found) return []
  const applied = await connection.query<{ name: string }>('select name from migration')
  return applied.rows.map(({ name }) => name)
}

/** Throws for a platform database of another build: an earlier one in the old form, or a newer one. */
export async function checkPlatformVersion(connection: Connection): Promise<readonly string[]> {
  const [applied, known] = [await readApplied(connection), await listMigrations()]
  if (applied.includes(EARLIER_FIRST)) {
    throw new SettingsError(formatEarlierBuild('The platform database'))
  }
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new SettingsError(
      `The platform database was changed by a newer build (${unknown.join(', ')}): start that build.`,
    )
  }
  return applied
}

/**
 * Applies the pending migrations of the platform's database in one transaction and returns their number.
 * Safe to call from several processes at once.
 */
export async function migratePlatform(url: string): Promise<number> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await connection.connect()
  try {
    await connection.query('begin')
    await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
    const done = new Set(await checkPlatformVersion(connection))
    await connection.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const pending = (await listMigrations()).filter((file) => !done.has(file))
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
