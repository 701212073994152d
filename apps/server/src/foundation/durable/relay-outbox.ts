import type { Jobs } from '../jobs/jobs.ts'
import type { Database } from '../platform/database.ts'
import { claimOutbox, type OutboxEntry, removeFromOutbox } from './outbox-store.ts'
import type { RestateClient } from './restate-client.ts'

const BATCH = 200
const POLL_EVERY_MS = 1_000

/** Sends one entry directly, and several with one request, in the order in which they were enqueued. */
async function sendAll(client: RestateClient, entries: readonly OutboxEntry[]): Promise<void> {
  const [first, ...others] = entries
  if (first && others.length === 0) await client.send(first)
  else if (first) await client.sendAll(entries)
}

async function dispatchBatch(db: Database, client: RestateClient): Promise<number> {
  return db.transaction(async (transaction) => {
    const entries = await claimOutbox(transaction, BATCH)
    await sendAll(client, entries)
    if (entries.length > 0) {
      await removeFromOutbox(
        transaction,
        entries.map((entry) => entry.id),
      )
    }
    return entries.length
  })
}

/**
 * Dispatches the outbox to the durable runtime. An entry is removed only after the runtime has it; dispatched twice,
 * it is still one invocation.
 */
export function startOutboxRelay(parts: { db: Database; client: RestateClient; jobs: Jobs }) {
  const { db, client, jobs } = parts
  return jobs.start({
    name: 'outbox-relay',
    everyMs: POLL_EVERY_MS,
    isImmediate: true,
    run: async () => (await dispatchBatch(db, client)) === BATCH,
  })
}
