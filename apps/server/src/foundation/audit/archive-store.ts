import type { Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import type { ChainHead } from './chain-store.ts'

/** A chain to look at, with the last entry that is archived. */
export interface DueChain {
  chain: string
  archived: ChainHead
}

/** Locks one chain whose old entries are due, until the transaction ends. */
export async function takeDueChain(transaction: Transaction): Promise<DueChain | undefined> {
  const [row] = await transaction.query<{ chain: string; number: string; hash: Buffer }>(sql`
    select chain, archived_number as number, archived_hash as hash from audit_chain
    where archive_at <= now() order by archive_at limit 1 for update skip locked`)
  return row && { chain: row.chain, archived: { number: Number(row.number), hash: row.hash } }
}

export async function scheduleArchive(
  transaction: Transaction,
  { chain, afterSeconds }: { chain: string; afterSeconds: number },
): Promise<void> {
  await transaction.query(sql`
    update audit_chain set archive_at = now() + ${afterSeconds} * interval '1 second'
    where chain = ${chain}`)
}

/** Deletes entries that an archive file has, and moves the anchor to the last of them; returns how many. */
export async function dropArchived(
  transaction: Transaction,
  { chain, last }: { chain: string; last: ChainHead },
): Promise<number> {
  const gone = await transaction.query(sql`
    delete from audit where chain = ${chain} and chain_number <= ${last.number} returning id`)
  await transaction.query(sql`
    update audit_chain set archived_number = ${last.number}, archived_hash = ${last.hash}
    where chain = ${chain}`)
  return gone.length
}
