import type { Logger } from 'pino'
import type { Database } from '../platform/database.ts'
import { claimOutbox, type OutboxEntry, removeFromOutbox } from '../platform/outbox-store.ts'
import type { RestateClient } from './restate-client.ts'

const BATCH = 50
const LOOK_EVERY_MS = 1_000

export interface Relay {
  wake(): void
  stop(): Promise<void>
}

/** What has one key is handed over one after another: runs of a workflow begin in the order they were made. */
async function sendInOrder(client: RestateClient, entries: readonly OutboxEntry[]): Promise<void> {
  const byKey = Map.groupBy(entries, ({ key }) => key.split('/')[0])
  await Promise.all(
    [...byKey.values()].map(async (own) => {
      for (const entry of own) await client.send(entry)
    }),
  )
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
      await sendInOrder(client, entries)
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
