import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { formatEarlierBuild } from '../settings/earlier-build.ts'
import { SettingsError } from '../settings/env.ts'
import { limitQueries } from './limit-queries.ts'

const folder = join(import.meta.dirname, 'migrations')

/** The first migration of builds before the first release. */
const EARLIER_FIRST = '001-ground.sql'

/** Serialises processes that start at the same time; any number that only we use. */
const LOCK = 7_234_501

interface Connection {
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: T[] }>
}

interface Migration {
  name: string
  text: string
  checksum: string
}

/** A row of the table; databases of earlier builds have no checksum. */
interface AppliedMigration {
  name: string
  checksum?: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The migrations that a platform database has, in their order. */
export async function readAppliedMigrations(connection: Connection): Promise<AppliedMigration[]> {
  const { rows } = await connection.query<{ found: string | null }>(
    `select to_regclass('migration')::text as found`,
  )
  if (!rows[0]?.found) return []
  const applied = await connection.query<{ applied: AppliedMigration }>(
    'select to_jsonb(migration) as applied from migration order by name',
  )
  return applied.rows.map(({ applied }) => applied)
}

/**
 * Throws for migrations of another build: an earlier one in the old form, a newer one, or one that applied other texts of
 * this build's migrations. Returns the pending migrations; `origin` names where the applied ones come from.
 */
export async function checkMigrations(
  applied: readonly AppliedMigration[],
  origin: string,
): Promise<Migration[]> {
  const known = await readMigrations()
  if (applied.some(({ name }) => name === EARLIER_FIRST)) {
    throw new SettingsError(formatEarlierBuild(origin))
  }
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
  const formatNames = (rows: AppliedMigration[]) => rows.map(({ name }) => name).join(', ')
  const unknown = applied.filter(({ name }) => !checksums.has(name))
  if (unknown.length > 0) {
    throw new SettingsError(
      `${origin} was changed by a newer build (${formatNames(unknown)}): start that build.`,
    )
  }
  const changed = applied.filter(({ name, checksum }) => checksums.get(name) !== checksum)
  if (changed.length > 0) {
    throw new SettingsError(
      `The migration ${formatNames(changed)} was changed after ${lowerFirst(origin)} applied it: ` +
        'start the build that made the database, or start with an empty one.',
    )
  }
  const done = new Set(applied.map(({ name }) => name))
  return known.filter(({ name }) => !done.has(name))
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Throws for a platform database of another build. Returns the pending migrations. */
export async function checkPlatformVersion(connection: Connection): Promise<Migration[]> {
  return checkMigrations(await readAppliedMigrations(connection), 'The platform database')
}

/** Applies pending migrations in the open transaction; `only` names those of the build that made an archive. */
export async function applyMigrations(
  connection: Connection,
  only?: ReadonlySet<string>,
): Promise<number> {
  await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
  const pending = (await checkPlatformVersion(connection)).filter(
    ({ name }) => only?.has(name) ?? true,
  )
  await connection.query(
    'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  )
  for (const { name, text, checksum } of pending) {
    await connection.query(text)
    await connection.query('insert into migration (name, checksum) values ($1, $2)', [
      name,
      checksum,
    ])
  }
  return pending.length
}

/** A restore of the installation records here what it creates, until it ends. */
export const UNFINISHED_RESTORE = 'unfinished_restore'

async function refuseUnfinishedRestore(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ found: string | null }>(
    'select to_regclass($1)::text as found',
    [UNFINISHED_RESTORE],
  )
  if (!rows[0]?.found) return
  throw new SettingsError(
    'A restore of this installation has not ended. Run "plinth-server restore --all" again to its end, or start with an empty database.',
  )
}

/** Another process may be applying long migrations while this one waits for the lock. */
const MAX_QUERY_MS = 3_600_000

/**
 * Applies the pending migrations of the platform's database in one transaction and returns their number.
 * Safe to call from several processes at once.
 */
export async function migratePlatform(url: string): Promise<number> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  limitQueries(connection, { maxMs: MAX_QUERY_MS })
  // A lost connection fails the running statement; without a listener it would end the process.
  connection.on('error', () => undefined)
  await connection.connect()
  try {
    await connection.query('begin')
    await refuseUnfinishedRestore(connection)
    const applied = await applyMigrations(connection)
    await connection.query('commit')
    return applied
  } finally {
    await connection.end()
  }
}
