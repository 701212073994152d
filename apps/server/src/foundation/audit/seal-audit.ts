import type { Logger } from 'pino'
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

/** Chains whatever is committed and not chained yet; several may run at once. */
export async function sealAudit(db: Database): Promise<number> {
  let sealed = 0
  for (const chain of await listOpenChains(db)) {
    for (let count = BATCH; count === BATCH; sealed += count) {
      count = await db.transaction((transaction) => sealBatch(transaction, chain))
    }
  }
  return sealed
}

/** Seals again and again, never twice at once in one process. */
export function keepSealing({ db, log }: { db: Database; log: Logger }): {
  stop(): Promise<void>
} {
  let running = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = sealAudit(db)
      .then(
        () => {},
        (error) => log.warn({ err: error }, 'sealing the audit trail failed; trying again'),
      )
      .finally(() => {
        busy = false
      })
  }, EVERY_MS)
  timer.unref()
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
