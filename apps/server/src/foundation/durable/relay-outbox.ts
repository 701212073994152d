import type { Logger } from 'pino'
import type { Database } from '../platform/database.ts'
import { claimOutbox, type OutboxEntry, removeFromOutbox } from './outbox-store.ts'
import type { RestateClient } from './restate-client.ts'

const BATCH = 200
const POLL_EVERY_MS = 1_000

export interface Relay {
  wake(): void
  stop(): Promise<void>
}

/** Sends one entry directly and several with one request, in their order. */
async function sendAll(client: RestateClient, entries: readonly OutboxEntry[]): Promise<void> {
  const [first, ...others] = entries
  if (first && others.length === 0) await client.send(first)
  else if (first) await client.sendAll(entries)
}

/**
 * Dispatches outbox entries to the durable runtime. An entry is removed only after the runtime has accepted it; the
 * idempotency key deduplicates entries that are sent twice.
 */
export function startRelay(parts: { db: Database; client: RestateClient; log: Logger }): Relay {
  const { db, client, log } = parts
  let stopped = false
  let nudge = () => {}
  let nudged = false

  async function dispatchBatch(): Promise<number> {
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

  async function pause(): Promise<void> {
    if (nudged) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_EVERY_MS)
      nudge = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function run(): Promise<void> {
    while (!stopped) {
      nudged = false
      try {
        if ((await dispatchBatch()) === BATCH) continue
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'outbox: dispatch failed, retrying')
      }
      if (!stopped) await pause()
    }
  }

  const running = run()
  const wake = () => {
    nudged = true
    nudge()
  }
  return {
    wake,
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
