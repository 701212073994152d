import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Placement } from '../../database/database-engine.ts'
import { quoteName } from '../../database/quote-name.ts'
import { readerOf } from '../../database/reader-of.ts'
import type { Vault } from '../../secrets/vault.ts'
import { DatabaseFault } from './database-fault.ts'
import { type Place, type RawQuery, type RawResult, STATEMENT_MS } from './row-runner.ts'

interface Asking {
  readonly place: Place
  readonly asked: RawQuery
  readonly pool: pg.Pool
  readonly config: pg.ClientConfig
  readonly vault: Vault
}

const NOT_ALLOWED = '42501'
const TOO_LONG = '57014'
const bindingOf = ({ environmentId }: Placement) => ['reader', environmentId]

const BIGINT = 20
const NUMERIC = 1700
const EXACT_DIGITS = 15

/** A number that a JSON number can hold is one; a longer one stays a text. */
function toNumber(text: string): number | string {
  const digits = text.replace(/[^0-9]/g, '').replace(/^0+/, '')
  return digits.length <= EXACT_DIGITS && text !== 'NaN' ? Number(text) : text
}

const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === BIGINT || oid === NUMERIC ? toNumber : pg.types.getTypeParser(oid, format),
}

/** Makes the role with what it may read of this release, and tells its password. */
async function ensureReader({ place, asked, pool, vault }: Asking): Promise<string> {
  const { placement, release } = place
  const inside = quoteName(placement.schema)
  const role = quoteName(readerOf(placement))
  const meta = `${inside}._plinth_meta`
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtext($1))', [readerOf(placement)])
    const found = await client.query(
      `select key, value from ${meta} where key in ('reader', 'reader-release')`,
    )
    const known = new Map(found.rows.map(({ key, value }) => [key, value]))
    const sealed = known.get('reader')
    const password = sealed
      ? vault.open(Buffer.from(sealed, 'base64'), bindingOf(placement))
      : randomBytes(24).toString('hex')
    if (!sealed || known.get('reader-release') !== release) {
      const exists = await client.query('select 1 from pg_roles where rolname = $1', [
        readerOf(placement),
      ])
      // The password is ours and hexadecimal: nothing of it can be more than a text.
      // Without superuser rights PostgreSQL refuses even NOSUPERUSER; a new role has none of these rights.
      const act = exists.rowCount === 0 ? 'create' : 'alter'
      await client.query(
        `${act} role ${role} login noinherit connection limit 4 password '${password}'`,
      )
      await client.query(`grant usage on schema ${inside} to ${role}`)
      await client.query(`revoke all on all tables in schema ${inside} from ${role}`)
      for (const { name, columns } of asked.tables)
        await client.query(
          `grant select (${columns.map(quoteName).join(', ')}) on ${inside}.${quoteName(name)} to ${role}`,
        )
      const save = `insert into ${meta} (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`
      await client.query(save, [
        'reader',
        vault.seal(password, bindingOf(placement)).toString('base64'),
      ])
      await client.query(save, ['reader-release', release])
    }
    await client.query('commit')
    return password
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function readAs(asking: Asking, password: string): Promise<RawResult> {
  const { place, asked, config } = asking
  const { schema } = place.placement
  const client = new pg.Client({
    ...config,
    ...(config.connectionString && {
      connectionString: withReader(config.connectionString, readerOf(place.placement), password),
    }),
    user: readerOf(place.placement),
    password,
    types: NUMBERS,
    statement_timeout: STATEMENT_MS,
    connectionTimeoutMillis: 5_000,
    options: `-c default_transaction_read_only=on -c search_path=${schema}`,
  })
  client.on('error', () => undefined)
  await client.connect()
  // It may have switched its own limit off; then the connection is what is left to end.
  const late = setTimeout(() => void client.end(), 2 * STATEMENT_MS)
  try {
    const text = `select * from (${asked.query}\n) as q limit ${asked.most}`
    const { rows } = await client.query({
      text,
      values: [...asked.values],
      queryMode: 'extended',
    } as pg.QueryConfig)
    return { ok: true, rows }
  } finally {
    clearTimeout(late)
    await client.end().catch(() => undefined)
  }
}

function withReader(url: string, reader: string, password: string): string {
  const address = new URL(url)
  address.username = reader
  address.password = password
  return address.href
}

/** Runs a query on a connection that is logged in as the environment's own reader. */
export async function runPostgresQuery(asking: Asking): Promise<RawResult> {
  let password: string
  try {
    password = await ensureReader(asking)
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error
    const message =
      'Queries run as a role of their own, and this database server does not let us create one.'
    return { ok: false, isAway: true, message }
  }
  try {
    return await readAs(asking, password)
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === TOO_LONG || code === undefined) throw new DatabaseFault({ kind: 'timeout' }, error)
    return { ok: false, isAway: false, message: `The query does not run: ${message}` }
  }
}
