import { createHash } from 'node:crypto'
import type { Queryable, Transaction } from './database.ts'
import { sql } from './sql.ts'

export interface IdempotencyKey {
  principal: string
  key: string
  endpoint: string
  bodyHash: Buffer
}

export interface StoredAnswer {
  endpoint: string
  bodyHash: Buffer
  answer: string
}

/** Locks the key for this transaction; false while another request with it is in progress. */
export async function lockIdempotencyKey(
  transaction: Transaction,
  key: IdempotencyKey,
): Promise<boolean> {
  const number = createHash('sha256')
    .update(`${key.principal}\n${key.key}`)
    .digest()
    .readBigInt64BE()
  const [row] = await transaction.query<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${number.toString()}::bigint) as locked`,
  )
  return row?.locked ?? false
}

export async function findStoredAnswer(
  on: Queryable,
  key: Pick<IdempotencyKey, 'principal' | 'key'>,
): Promise<StoredAnswer | undefined> {
  const [row] = await on.query<{ endpoint: string; body_hash: Buffer; answer: string }>(
    sql`select endpoint, body_hash, answer from idempotency
      where principal = ${key.principal} and key = ${key.key} and created_at > now() - interval '24 hours'`,
  )
  return row && { endpoint: row.endpoint, bodyHash: row.body_hash, answer: row.answer }
}

export async function storeAnswer(
  transaction: Transaction,
  { key, status, answer }: { key: IdempotencyKey; status: number; answer: string },
): Promise<void> {
  await transaction.query(
    sql`insert into idempotency (principal, key, endpoint, body_hash, status, answer)
      values (${key.principal}, ${key.key}, ${key.endpoint}, ${key.bodyHash}, ${status}, ${answer})
      on conflict (principal, key) do update set endpoint = excluded.endpoint,
        body_hash = excluded.body_hash, status = excluded.status, answer = excluded.answer, created_at = now()`,
  )
}
