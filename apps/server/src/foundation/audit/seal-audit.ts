import type { Jobs, StartedJob } from '../jobs/jobs.ts'
import type { Database, Transaction } from '../platform/database.ts'
import type { Env } from '../settings/env.ts'
import { type AuditLine, toAuditLine } from './audit-line.ts'
import { listOpenChains, listUnsealed, takeChain, writeSeals } from './chain-store.ts'
import { hashEntry } from './hash-entry.ts'

const EVERY_MS = 5_000
const BATCH = 1_000

type Ship = (line: AuditLine) => void

async function sealBatch(
  transaction: Transaction,
  { chain, ship }: { chain: string; ship: Ship | undefined },
): Promise<number> {
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
  if (ship) {
    for (const [index, entry] of entries.entries()) {
      const hash = hashes[index] ?? head.hash
      ship(toAuditLine(entry, { chain, number: from + index, hash }))
    }
  }
  return entries.length
}

/**
 * Adds committed entries to their hash chains; returns how many. Safe to run concurrently. `ship` gets each entry
 * before the seal is committed: once as a rule, again with the same number if the commit fails.
 */
export async function sealAudit(db: Database, ship?: Ship): Promise<number> {
  let sealed = 0
  for (const chain of await listOpenChains(db)) {
    for (let count = BATCH; count === BATCH; sealed += count) {
      count = await db.transaction((transaction) => sealBatch(transaction, { chain, ship }))
    }
  }
  return sealed
}

/** Writes an entry to stdout, independent of the log level; `log` tells it from the lines of the server's log. */
function shipToStdout(line: AuditLine): void {
  process.stdout.write(`${JSON.stringify({ log: 'audit', ...line })}\n`)
}

/** Seals the audit trail every few seconds. */
export function startAuditSealing({
  db,
  jobs,
  env,
}: {
  db: Database
  jobs: Jobs
  env: Pick<Env, 'audit'>
}): StartedJob {
  const ship = env.audit.log === 'stdout' ? shipToStdout : undefined
  return jobs.start({
    name: 'audit-sealing',
    everyMs: EVERY_MS,
    run: async () => {
      await sealAudit(db, ship)
    },
  })
}
