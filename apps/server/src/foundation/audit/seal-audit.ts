import type { Jobs, StartedJob } from '../jobs/jobs.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { listOpenChains, listUnsealed, takeChain, writeSeals } from './chain-store.ts'
import { hashEntry } from './hash-entry.ts'

const EVERY_MS = 5_000
const BATCH = 1_000

async function sealBatch(transaction: Transaction, chain: string): Promise<number> {
  const head = await takeChain(transaction, chain)
  const entries = head ? await listUnsealed(transaction, { chain, limit: BATCH }) : []
  if (!head || entries.length === 0) return 0
  const from = head.number + 1
  const hashes: Buffer[] = []
  for (const [index, entry] of entries.entries()) {
    const previous = hashes.at(-1) ?? head.hash
    hashes.push(hashEntry(entry, { number: from + index, previous }))
  }
  await writeSeals(transaction, { chain, ids: entries.map(({ id }) => id), from, hashes })
  return entries.length
}

/** Adds committed entries to their hash chains; returns how many. Safe to run concurrently. */
export async function sealAudit(db: Database): Promise<number> {
  let sealed = 0
  for (const chain of await listOpenChains(db)) {
    for (let count = BATCH; count === BATCH; sealed += count) {
      count = await db.transaction((transaction) => sealBatch(transaction, chain))
    }
  }
  return sealed
}

/** Seals the audit trail every few seconds. */
export function startAuditSealing({ db, jobs }: { db: Database; jobs: Jobs }): StartedJob {
  return jobs.start({
    name: 'audit-sealing',
    everyMs: EVERY_MS,
    run: async () => {
      await sealAudit(db)
    },
  })
}
