import { HAS_SECOND_FACTOR } from '../../foundation/callers/second-factor-store.ts'
import type { Queryable, Transaction } from '../../foundation/platform/database.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { dropPasskeysOf } from '../web-authn/passkey-store.ts'

export interface TwoFactor {
  secret: Buffer
  confirmed: boolean
}

export async function findTwoFactor(
  on: Queryable,
  staffId: string,
): Promise<TwoFactor | undefined> {
  const [row] = await on.query<{ secret: Buffer; confirmed: boolean }>(sql`
    select secret, confirmed_at is not null as confirmed from two_factor where staff_id = ${staffId}`)
  return row
}

/** Makes changes of the factors of one account wait for each other: which is the first or last must be certain. */
export async function lockSecondFactors(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`select from staff where id = ${staffId} for update`)
}

/** Stores a secret to be confirmed; false if there is a confirmed one. */
export async function proposeTwoFactor(
  transaction: Transaction,
  { staffId, secret }: { staffId: string; secret: Buffer },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    insert into two_factor (staff_id, secret) values (${staffId}, ${secret})
    on conflict (staff_id) do update set secret = excluded.secret, last_step = 0, created_at = now()
    where two_factor.confirmed_at is null returning staff_id`)
  return rows.length > 0
}

/** Consumes a time step; false if it or a later one was used before. */
export async function useStep(
  transaction: Transaction,
  { staffId, step }: { staffId: string; step: number },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    update two_factor set last_step = ${step} where staff_id = ${staffId} and last_step < ${step}
    returning staff_id`)
  return rows.length > 0
}

/** False if the secret was confirmed already. */
export async function setConfirmed(transaction: Transaction, staffId: string): Promise<boolean> {
  const rows = await transaction.query(sql`
    update two_factor set confirmed_at = now()
    where staff_id = ${staffId} and confirmed_at is null returning staff_id`)
  return rows.length > 0
}

/** Removes the authenticator app only. */
export async function dropAuthenticator(transaction: Transaction, staffId: string): Promise<void> {
  await transaction.query(sql`delete from two_factor where staff_id = ${staffId}`)
}

/** Turns two-factor authentication off: removes the app, the passkeys and the recovery codes. */
export async function dropTwoFactor(transaction: Transaction, staffId: string): Promise<void> {
  await dropAuthenticator(transaction, staffId)
  await dropPasskeysOf(transaction, staffId)
  await transaction.query(sql`delete from recovery_code where staff_id = ${staffId}`)
}

export async function replaceRecoveryCodes(
  transaction: Transaction,
  { staffId, hashes }: { staffId: string; hashes: readonly Buffer[] },
): Promise<void> {
  await transaction.query(sql`delete from recovery_code where staff_id = ${staffId}`)
  await transaction.query(sql`
    insert into recovery_code (staff_id, code_hash)
    select ${staffId}, hash from unnest(${hashes}::bytea[]) as hash`)
}

/** Consumes a recovery code. The row is deleted, so that only one of two concurrent uses succeeds. */
export async function takeRecoveryCode(
  transaction: Transaction,
  { staffId, hash }: { staffId: string; hash: Buffer },
): Promise<boolean> {
  const rows = await transaction.query(sql`
    delete from recovery_code where staff_id = ${staffId} and code_hash = ${hash} returning staff_id`)
  return rows.length > 0
}

interface TwoFactorState extends Record<string, unknown> {
  enabled: boolean
  hasAuthenticator: boolean
  passkeys: number
  required: boolean
  recoveryCodesLeft: number
}

export async function readTwoFactorState(on: Queryable, staffId: string): Promise<TwoFactorState> {
  const [row] = await on.query<TwoFactorState>(sql`
    select ${HAS_SECOND_FACTOR} as enabled,
      coalesce(two_factor.confirmed_at is not null, false) as "hasAuthenticator",
      (select count(*)::int from staff_passkey where staff_passkey.staff_id = staff.id) as passkeys,
      organisation.two_factor_required as required,
      (select count(*)::int from recovery_code where recovery_code.staff_id = staff.id) as "recoveryCodesLeft"
    from staff join organisation on organisation.id = staff.organisation_id
      left join two_factor on two_factor.staff_id = staff.id
    where staff.id = ${staffId}`)
  return (
    row ?? {
      ...{ enabled: false, hasAuthenticator: false, passkeys: 0 },
      ...{ required: false, recoveryCodesLeft: 0 },
    }
  )
}
