import type { Queryable, Transaction } from '../platform/database.ts'
import { sql } from '../platform/sql.ts'
import { CHAIN_START, type ChainEntry } from './hash-entry.ts'

export interface ChainHead {
  number: number
  hash: Buffer
}

export interface SealedEntry extends ChainEntry {
  chainNumber: number
  chainHash: Buffer
}

/** The hashed columns as texts in a fixed order; the time to the microsecond. */
const content = sql`id::text, organisation_id, project_id, environment, staff_id, action, entity,
  entity_id, before, after, request_id,
  to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created,
  address, agent, session_id, key_id`

/** The chains with unsealed entries: one per project, and '' for entries without a project. */
export async function listOpenChains(on: Queryable): Promise<string[]> {
  const rows = await on.query<{ chain: string }>(
    sql`select distinct chain from audit where chain_hash is null limit 1000`,
  )
  return rows.map(({ chain }) => chain)
}

/** Locks a chain's head until this transaction ends; undefined while another process holds the lock. */
export async function takeChain(
  transaction: Transaction,
  chain: string,
): Promise<ChainHead | undefined> {
  await transaction.query(sql`
    insert into audit_chain (chain, hash) values (${chain}, ${CHAIN_START}) on conflict do nothing`)
  const [row] = await transaction.query<{ number: string; hash: Buffer }>(
    sql`select number, hash from audit_chain where chain = ${chain} for update skip locked`,
  )
  return row && { number: Number(row.number), hash: row.hash }
}

/** Entries that are committed but not sealed; an entry that commits late comes later in the chain. */
export async function listUnsealed(
  transaction: Transaction,
  { chain, limit }: { chain: string; limit: number },
): Promise<ChainEntry[]> {
  return transaction.query<ChainEntry & Record<string, unknown>>(sql`
    select ${content} from audit
    where chain = ${chain} and chain_hash is null order by id limit ${limit}`)
}

export async function writeSeals(
  transaction: Transaction,
  sealed: { chain: string; ids: readonly string[]; from: number; hashes: readonly Buffer[] },
): Promise<void> {
  const numbers = sealed.ids.map((_, index) => sealed.from + index)
  await transaction.query(sql`
    update audit set chain_number = seal.number, chain_hash = seal.hash
    from unnest(${sealed.ids}::bigint[], ${numbers}::bigint[], ${sealed.hashes}::bytea[])
      as seal (id, number, hash)
    where audit.id = seal.id`)
  await transaction.query(sql`
    update audit_chain set number = ${numbers.at(-1)}, hash = ${sealed.hashes.at(-1)}
    where chain = ${sealed.chain}`)
}

/** Makes the rest of this transaction read one snapshot of the database. */
export async function freezeView(transaction: Transaction): Promise<void> {
  await transaction.query(sql`set transaction isolation level repeatable read, read only`)
}

/** A chain from its anchor, the last archived entry, to its head. */
export interface ChainSpan {
  chain: string
  head: ChainHead
  archived: ChainHead
}

/** Every chain; one whose head was deleted counts as empty. */
export async function listChains(on: Queryable): Promise<ChainSpan[]> {
  const rows = await on.query<{
    chain: string
    number: string
    hash: Buffer
    archivedNumber: string
    archivedHash: Buffer
  }>(sql`
    select chain, coalesce(number, 0) as number, coalesce(hash, ${CHAIN_START}) as hash,
      coalesce(archived_number, 0) as "archivedNumber",
      coalesce(archived_hash, ${CHAIN_START}) as "archivedHash"
    from audit_chain full join (select distinct chain from audit) as found using (chain)
    order by chain`)
  return rows.map(({ chain, number, hash, archivedNumber, archivedHash }) => ({
    chain,
    head: { number: Number(number), hash },
    archived: { number: Number(archivedNumber), hash: archivedHash },
  }))
}

/** The next sealed entries of a chain, by number. */
export async function listSealedEntries(
  on: Queryable,
  query: { chain: string; after: number; limit: number },
): Promise<SealedEntry[]> {
  const rows = await on.query<ChainEntry & { number: string; hash: Buffer }>(sql`
    select ${content}, chain_number as number, chain_hash as hash from audit
    where chain = ${query.chain} and chain_number > ${query.after}
    order by chain_number limit ${query.limit}`)
  return rows.map(({ number, hash, ...entry }) => ({
    ...entry,
    chainNumber: Number(number),
    chainHash: hash,
  }))
}

export async function countUnsealed(on: Queryable, chain: string): Promise<number> {
  const [row] = await on.query<{ number: string }>(
    sql`select count(*) as number from audit where chain = ${chain} and chain_hash is null`,
  )
  return Number(row?.number ?? 0)
}
