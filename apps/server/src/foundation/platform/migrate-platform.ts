import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { formatEarlierBuild } from '../settings/earlier-build.ts'
import { SettingsError } from '../settings/env.ts'
import { limitQueries } from './limit-queries.ts'
import { kindOf, SCHEMA_VERSION } from './schema-versions.ts'

const folder = join(import.meta.dirname, 'migrations')

/** The first migration of builds before the first release. */
const EARLIER_FIRST = '001-ground.sql'

/** Its builds know `migration` only. */
const FIRST_VERSION = 2

/** Serialises processes that start at the same time; any number that only we use. */
const LOCK = 7_234_501

interface Connection {
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<{ rows: T[] }>
}

interface Migration {
  name: string
  text: string
  checksum: string
  kind: 'expand' | 'contract'
  version: number
}

/**
 * Two tables record what was applied. Builds refuse a database whose `migration` has a name that they do not know, and
 * ignore `compatible_migration`: it has the expanding migrations of the newest release, with which the previous release
 * works.
 */
type Table = 'migration' | 'compatible_migration'

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
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name, text, checksum, ...kindOf(name) }
    }),
  )
}

async function readTable(connection: Connection, table: Table): Promise<AppliedMigration[]> {
  const { rows } = await connection.query<{ found: string | null }>(
    `select to_regclass('${table}')::text as found`,
  )
  if (!rows[0]?.found) return []
  const applied = await connection.query<{ applied: AppliedMigration }>(
    `select to_jsonb(${table}) as applied from ${table} order by name`,
  )
  return applied.rows.map(({ applied }) => applied)
}

/** The migrations that a platform database has. */
export async function readAppliedMigrations(connection: Connection): Promise<AppliedMigration[]> {
  return [
    ...(await readTable(connection, 'migration')),
    ...(await readTable(connection, 'compatible_migration')),
  ]
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/**
 * Throws for migrations of another build: an earlier one in the old form, a newer one, or one that applied other texts of
 * this build's migrations. `origin` names where they come from; `advice` says what to do with those of a newer build.
 * Returns the pending migrations of all versions.
 */
export async function checkMigrations(
  applied: readonly AppliedMigration[],
  { origin, advice }: { origin: string; advice: string },
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
      `${origin} was changed by a newer build (${formatNames(unknown)})${advice}`,
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

/**
 * Throws for a platform database that this build does not work with: an earlier one in the old form, one that a build two
 * or more versions ahead has changed, or one that applied other texts of this build's migrations. Returns the pending
 * migrations of a build of this version.
 */
export async function checkPlatformVersion(
  connection: Connection,
  version = SCHEMA_VERSION,
): Promise<Migration[]> {
  const known = new Set((await readMigrations()).map(({ name }) => name))
  const compatible = await readTable(connection, 'compatible_migration')
  const applied = [
    ...(await readTable(connection, 'migration')),
    ...compatible.filter(({ name }) => known.has(name)),
  ]
  const pending = await checkMigrations(applied, {
    origin: 'The platform database',
    advice:
      ', and this build works with databases of its own release and of the next one: start the newer build, or the ' +
      'release before it.',
  })
  return pending.filter((migration) => migration.version <= version)
}

/** Where a build of this version records a migration. */
const tableOf = ({ kind, version }: Migration, own: number): Table =>
  kind === 'expand' && version === own && own > FIRST_VERSION ? 'compatible_migration' : 'migration'

/** Makes the migrations of the previous version required, so that builds before it refuse the database. */
async function requireEarlier(connection: Connection, version: number): Promise<void> {
  const earlier = (await readMigrations()).filter((migration) => migration.version < version)
  await connection.query(
    `with earlier as (
      delete from compatible_migration where name = any($1) returning name, checksum, applied_at
    )
    insert into migration (name, checksum, applied_at) select * from earlier on conflict do nothing`,
    [earlier.map(({ name }) => name)],
  )
}

/**
 * Applies the pending migrations of a build of this version in the open transaction and returns their number; `only`
 * names those of the build that made an archive.
 */
export async function applyMigrations(
  connection: Connection,
  { version = SCHEMA_VERSION, only }: { version?: number; only?: ReadonlySet<string> } = {},
): Promise<number> {
  await connection.query('select pg_advisory_xact_lock($1)', [LOCK])
  const pending = (await checkPlatformVersion(connection, version)).filter(
    ({ name }) => only?.has(name) ?? true,
  )
  for (const table of ['migration', 'compatible_migration'] satisfies Table[]) {
    await connection.query(
      `create table if not exists ${table} (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    )
  }
  for (const migration of pending) {
    await connection.query(migration.text)
    await connection.query(
      `insert into ${tableOf(migration, version)} (name, checksum) values ($1, $2)`,
      [migration.name, migration.checksum],
    )
  }
  await requireEarlier(connection, version)
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
 * Applies the pending migrations of a build of this version in one transaction and returns their number. Safe to call
 * from several processes at once.
 */
export async function migratePlatform(url: string, version = SCHEMA_VERSION): Promise<number> {
  const connection = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  limitQueries(connection, { maxMs: MAX_QUERY_MS })
  // A lost connection fails the running statement; without a listener it would end the process.
  connection.on('error', () => undefined)
  await connection.connect()
  try {
    await connection.query('begin')
    await refuseUnfinishedRestore(connection)
    const applied = await applyMigrations(connection, { version })
    await connection.query('commit')
    return applied
  } finally {
    await connection.end()
  }
}
