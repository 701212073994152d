import type { Logger } from 'pino'
import type { Database } from '../platform/database.ts'
import { claimOutbox, type OutboxEntry, removeFromOutbox } from './outbox-store.ts'
import type { RestateClient } from './restate-client.ts'

const BATCH = 200
const LOOK_EVERY_MS = 1_000

export interface Relay {
  wake(): void
  stop(): Promise<void>
}

/** One goes straight; several go with one request, in the order in which they were promised. */
async function sendAll(client: RestateClient, entries: readonly OutboxEntry[]): Promise<void> {
  const [first, ...others] = entries
  if (first && others.length === 0) await client.send(first)
  else if (first) await client.sendAll(entries)
}

/**
 * Hands what transactions promised to the durable engine. A promise is removed only after the engine
 * has it; handed over twice, it is still one run.
 */
export function startRelay(parts: { db: Database; client: RestateClient; log: Logger }): Relay {
  const { db, client, log } = parts
  let stopped = false
  let nudge = () => {}
  let nudged = false

  async function handOver(): Promise<number> {
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
      const timer = setTimeout(resolve, LOOK_EVERY_MS)
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
        if ((await handOver()) === BATCH) continue
      } catch (error) {
        if (!stopped) log.warn({ err: error }, 'the outbox could not be handed over; trying again')
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
