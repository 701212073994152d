import type { Database, Queryable } from '../platform/database.ts'
import { type ChainHead, countUnsealed, freezeView, listChains, listSealed } from './chain-store.ts'
import { CHAIN_START, hashEntry } from './hash-entry.ts'

const BATCH = 2_000

/** What a look at one chain found. */
export interface VerifiedChain {
  chain: string
  /** How many entries hold together from the start. */
  verified: number
  /** The id of the last of them, and its hash, to be noted down elsewhere. */
  lastId: string | undefined
  lastHash: string
  unsealed: number
  /** The first place where the chain and the entries disagree. */
  broken: { number: number; id: string | undefined; reason: string } | undefined
}

type Walk = Pick<VerifiedChain, 'verified' | 'lastId' | 'broken'> & { hash: Buffer }

async function walk(on: Queryable, chain: string): Promise<Walk> {
  let [verified, hash, lastId]: [number, Buffer, string | undefined] = [0, CHAIN_START, undefined]
  const end = (broken: Walk['broken']): Walk => ({ verified, hash, lastId, broken })
  for (;;) {
    const entries = await listSealed(on, { chain, after: verified, limit: BATCH })
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

/** The chain must end where its head says, or its last entries were taken away. */
function compareWithHead(found: Walk, head: ChainHead): VerifiedChain['broken'] {
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
  const found = await walk(on, head.chain)
  return {
    chain: head.chain,
    verified: found.verified,
    lastId: found.lastId,
    lastHash: found.hash.toString('hex'),
    unsealed: await countUnsealed(on, head.chain),
    broken: compareWithHead(found, head),
  }
}

/** Recomputes the hash chains, of one project or of all, as they are at one moment. */
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
