import { newToken } from '../../../accounts/passwords/new-token.ts'
import { hashToken } from '../../../foundation/http/access/authenticate.ts'
import type { Queryable, Transaction } from '../../../foundation/platform/database.ts'
import { sql } from '../../../foundation/platform/sql.ts'

/** Sets the link of an address; an earlier one is no longer valid. */
async function saveLink(
  on: Queryable,
  { approvalId, address, tokenHash }: { approvalId: string; address: string; tokenHash: Buffer },
): Promise<void> {
  await on.query(sql`
    insert into approval_link (approval_id, address, token_hash)
    values (${approvalId}, ${address}, ${tokenHash})
    on conflict (approval_id, address) do update set token_hash = excluded.token_hash`)
}

/** Creates the token of an address, so that only the message has it. An earlier one is no longer valid. */
export async function newApprovalToken(
  { db }: { db: Queryable },
  of: { approvalId: string; address: string },
): Promise<string> {
  const token = newToken()
  await saveLink(db, { ...of, tokenHash: hashToken(token) })
  return token
}

/** The entry of the approvers that a token stands for: a person's email, or the address of another system. */
export const entryOf = (address: string): string =>
  address.includes(':') ? `url:${address}` : `link:${address}`

export interface FoundLink {
  approvalId: string
  address: string
}

export async function findLink(on: Queryable, tokenHash: Buffer): Promise<FoundLink | undefined> {
  const [row] = await on.query<FoundLink & Record<string, unknown>>(sql`
    select approval_id as "approvalId", address from approval_link where token_hash = ${tokenHash}`)
  return row
}

/** Consumes a link: of two concurrent uses one finds it. */
export async function takeLink(
  transaction: Transaction,
  tokenHash: Buffer,
): Promise<FoundLink | undefined> {
  const [row] = await transaction.query<FoundLink & Record<string, unknown>>(sql`
    delete from approval_link where token_hash = ${tokenHash}
    returning approval_id as "approvalId", address`)
  return row
}
