import type { Database, Queryable } from '../platform/database.ts'
import {
  type ChainHead,
  countUnsealed,
  freezeView,
  listChains,
  listSealedEntries,
} from './chain-store.ts'
import { CHAIN_START, hashEntry } from './hash-entry.ts'

const BATCH = 2_000

/** The result of verifying one chain. */
export interface VerifiedChain {
  chain: string
  /** How many entries are valid, counted from the first. */
  verified: number
  /** The id and hash of the last valid entry, to be stored outside the database. */
  lastId: string | undefined
  lastHash: string
  unsealed: number
  /** The first entry that does not match the chain. */
  broken: { number: number; id: string | undefined; reason: string } | undefined
}

type CheckedChain = Pick<VerifiedChain, 'verified' | 'lastId' | 'broken'> & { hash: Buffer }

async function checkEntries(on: Queryable, chain: string): Promise<CheckedChain> {
  let [verified, hash, lastId]: [number, Buffer, string | undefined] = [0, CHAIN_START, undefined]
  const end = (broken: CheckedChain['broken']): CheckedChain => ({ verified, hash, lastId, broken })
  for (;;) {
    const entries = await listSealedEntries(on, { chain, after: verified, limit: BATCH })
    for (const entry of entries) {
      const number = verified + 1
      if (entry.chainNumber !== number) {
        return end({ number, id: undefined, reason: 'the entry is gone' })
      }
      const expected = hashEntry(entry, { number, previous: hash })
      if (!expected.equals(entry.chainHash)) {
        return end({ number, id: entry.id, reason: 'the entry is not what was sealed' })
      }
      verified = number
      hash = expected
      lastId = entry.id
    }
    if (entries.length < BATCH) return end(undefined)
  }
}

/** The chain must end at its head; otherwise its last entries were deleted. */
function compareWithHead(found: CheckedChain, head: ChainHead): VerifiedChain['broken'] {
  if (found.broken) return found.broken
  if (found.verified < head.number) {
    return { number: found.verified + 1, id: undefined, reason: 'the entry is gone' }
  }
  const same = found.verified === head.number && found.hash.equals(head.hash)
  const reason = 'the entry was added to the chain by nobody who seals'
  return same ? undefined : { number: found.verified, id: found.lastId, reason }
}

async function verifyChain(
  on: Queryable,
  head: ChainHead & { chain: string },
): Promise<VerifiedChain> {
  const checked = await checkEntries(on, head.chain)
  return {
    chain: head.chain,
    verified: checked.verified,
    lastId: checked.lastId,
    lastHash: checked.hash.toString('hex'),
    unsealed: await countUnsealed(on, head.chain),
    broken: compareWithHead(checked, head),
  }
}

/** Recomputes the hash chains of one project or of all, on one snapshot. */
export function verifyAudit(
  db: Database,
  only: { projectId?: string | undefined } = {},
): Promise<VerifiedChain[]> {
  return db.transaction(async (transaction) => {
    await freezeView(transaction)
    const heads = await listChains(transaction)
    const asked = heads.filter(
      ({ chain }) => only.projectId === undefined || chain === only.projectId,
    )
    const found: VerifiedChain[] = []
    for (const head of asked) found.push(await verifyChain(transaction, head))
    return found
  })
}
