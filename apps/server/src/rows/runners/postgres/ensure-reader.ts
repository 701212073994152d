import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { readRecord } from '../../../databases/engine/catalogue-record.ts'
import type { Placement } from '../../../databases/engine/database-engine.ts'
import { readerRole } from '../../../databases/engine/role-names.ts'
import {
  GRANTED_KEY,
  lockRoles,
  recordGranted,
  updateRoles,
} from '../../../databases/postgres/access/update-roles.ts'
import { quoteName } from '../../../databases/sql/quote-name.ts'
import type { Vault } from '../../../foundation/secrets/vault.ts'
import { DatabaseFault } from '../database-fault.ts'
import type { TakeConnection } from './fair-connections.ts'

interface Ensuring {
  readonly placement: Placement
  readonly connect: TakeConnection
  readonly vault: Vault
}

/** Computed tables could read passwords stored under the former key, so those are never used again. */
const PASSWORD_KEY = 'reader-2'
const FORMER_KEYS = ['reader', 'reader-release']

const bindingOf = ({ environmentId }: Placement) => [PASSWORD_KEY, environmentId]

/** Undefined if there is none, or if it was sealed under another key. */
function openPassword(sealed: string | undefined, { vault, placement }: Ensuring) {
  if (sealed === undefined) return undefined
  try {
    return vault.open(Buffer.from(sealed, 'base64'), bindingOf(placement))
  } catch {
    return undefined
  }
}

async function setPassword(client: pg.ClientBase, { placement, vault }: Ensuring): Promise<string> {
  const password = randomBytes(24).toString('hex')
  const meta = `${quoteName(placement.schema)}._plinth_meta`
  // The password is hexadecimal, so it needs no escaping.
  await client.query(
    `alter role ${quoteName(readerRole(placement))} login connection limit 40 password '${password}'`,
  )
  await client.query(
    `insert into ${meta} (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [PASSWORD_KEY, vault.seal(password, bindingOf(placement)).toString('base64')],
  )
  await client.query(`delete from ${meta} where key = any($1)`, [FORMER_KEYS])
  return password
}

async function ensure(client: pg.ClientBase, ensuring: Ensuring): Promise<string> {
  const { placement } = ensuring
  const schema = quoteName(placement.schema)
  await lockRoles(client, placement)
  const found = await client.query<{ key: string; value: string }>(
    `select key, value from ${schema}._plinth_meta where key = any($1)`,
    [[PASSWORD_KEY, GRANTED_KEY, 'release']],
  )
  const meta = new Map(found.rows.map(({ key, value }) => [key, value]))
  const release = meta.get('release') ?? ''
  const known = openPassword(meta.get(PASSWORD_KEY), ensuring)
  if (known !== undefined && meta.get(GRANTED_KEY) === release) return known
  const recorded = await client.query<{ kind: string; definition: string }>(
    `select kind, definition from ${schema}._plinth_catalogue order by kind, id`,
  )
  const configuration = readRecord(recorded.rows, 'postgres')
  const missing = await updateRoles(client, { placement, configuration })
  if (missing !== undefined) throw new DatabaseFault({ kind: 'unavailable', message: missing })
  await recordGranted(client, placement, release)
  return known ?? (await setPassword(client, ensuring))
}

/** Brings the reader's role in line with the release of the database, and returns its password. */
export async function ensureReader(ensuring: Ensuring): Promise<string> {
  const client = await ensuring.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const password = await ensure(client, ensuring)
    await client.query('commit')
    return password
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw error
  } finally {
    client.release(broken)
  }
}
