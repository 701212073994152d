import type { Passkey } from '@plinth/contract'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'

interface PasskeyRow extends Record<string, unknown> {
  id: string
  name: string
  created_at: Date
  last_used_at: Date | null
}

const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  createdOn: created_at.toISOString(),
  lastUsedOn: last_used_at?.toISOString() ?? null,
})

export async function selectPasskeys(on: Queryable, staffId: string): Promise<Passkey[]> {
  const rows = await on.query<PasskeyRow>(sql`
    select id, name, created_at, last_used_at from staff_passkey where staff_id = ${staffId}
    order by created_at desc, id desc`)
  return rows.map(toPasskey)
}

/** What a browser needs to find a passkey. */
export interface PasskeyHandle extends Record<string, unknown> {
  credentialId: Buffer
  transports: string[]
}

export async function selectHandles(on: Queryable, staffId: string): Promise<PasskeyHandle[]> {
  return on.query<PasskeyHandle>(sql`
    select credential_id as "credentialId", transports from staff_passkey
    where staff_id = ${staffId} order by id`)
}

/** What verifies the signature of a passkey. */
export interface StoredPasskey extends Record<string, unknown> {
  id: string
  publicKey: Buffer
  counter: number
}

/** A passkey of this account; undefined for one of another account. */
export async function findPasskey(
  on: Queryable,
  { staffId, credentialId }: { staffId: string; credentialId: Buffer },
): Promise<StoredPasskey | undefined> {
  const [row] = await on.query<StoredPasskey>(sql`
    select id, public_key as "publicKey", counter::float8 as counter from staff_passkey
    where staff_id = ${staffId} and credential_id = ${credentialId}`)
  return row
}

export interface NewPasskey {
  id: string
  staffId: string
  name: string
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
}

/** Undefined if any account has registered the credential already. */
export async function insertPasskey(
  transaction: Transaction,
  passkey: NewPasskey,
): Promise<Passkey | undefined> {
  const [row] = await transaction.query<PasskeyRow>(sql`
    insert into staff_passkey (id, staff_id, name, credential_id, public_key, counter, transports)
    values (${passkey.id}, ${passkey.staffId}, ${passkey.name}, ${passkey.credentialId},
      ${passkey.publicKey}, ${passkey.counter}, ${passkey.transports}::text[])
    on conflict (credential_id) do nothing returning id, name, created_at, last_used_at`)
  return row && toPasskey(row)
}

/** False if the passkey was removed meanwhile, or if its counter is not beyond the stored one. */
export async function recordUse(
  transaction: Transaction,
  { id, counter }: { id: string; counter: number },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update staff_passkey set counter = ${counter}, last_used_at = now()
    where id = ${id} and (counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))
    returning id`)
  return rows.length > 0
}

/** The former name; undefined if the account has no such passkey. */
export async function setPasskeyName(
  transaction: Transaction,
  { staffId, id, name }: { staffId: string; id: string; name: string },
): Promise<string | undefined> {
  const [row] = await transaction.query<{ name: string }>(sql`
    update staff_passkey set name = ${name} from staff_passkey as former
    where staff_passkey.id = ${id} and staff_passkey.staff_id = ${staffId} and former.id = staff_passkey.id
    returning former.name`)
  return row?.name
}

/** The name; undefined if the account has no such passkey. */
export async function dropPasskey(
  transaction: Transaction,
  { staffId, id }: { staffId: string; id: string },
): Promise<string | undefined> {
  const [row] = await transaction.query<{ name: string }>(sql`
    delete from staff_passkey where id = ${id} and staff_id = ${staffId} returning name`)
  return row?.name
}

export async function dropPasskeysOf(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`delete from passkey_challenge where staff_id = ${staffId}`)
  await transaction.query(sql`delete from staff_passkey where staff_id = ${staffId}`)
}
