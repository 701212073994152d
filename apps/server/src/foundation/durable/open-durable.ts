import type { Logger } from 'pino'
import { Together } from '../concurrency/together.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Database } from '../platform/database.ts'
import type { CallSigner } from './call-signer.ts'
import type { Durable } from './durable.ts'
import { removeFromOutbox } from './outbox-store.ts'
import { startOutboxRelay } from './relay-outbox.ts'
import { openRestateClient, type RestateClient } from './restate-client.ts'

const MOST_TOGETHER = 500

export interface OpenDurable extends Durable {
  client: RestateClient
  signer: CallSigner
  close(): Promise<void>
}

/** Connects to the durable runtime; with `relay`, this process dispatches the outbox as one of these jobs. */
export function openDurable(options: {
  db: Database
  log: Logger
  urls: { ingressUrl: string; adminUrl: string }
  signer: CallSigner
  relay: Jobs | false
}): OpenDurable {
  const client = openRestateClient(options)
  const removing = new Together<string, void>({
    most: MOST_TOGETHER,
    work: async (ids) => {
      await removeFromOutbox(options.db, ids)
      return []
    },
  })
  const relay = options.relay
    ? startOutboxRelay({ db: options.db, client, jobs: options.relay })
    : undefined
  return {
    client,
    signer: options.signer,
    wake: () => relay?.wake(),
    async finish(entry, withinMs) {
      relay?.wake()
      try {
        await client.call(entry, AbortSignal.timeout(withinMs))
        return true
      } catch (error) {
        // Not to have ended by then is what the caller reckons with; anything else is worth a word.
        const level = error instanceof Error && error.name === 'TimeoutError' ? 'debug' : 'warn'
        options.log[level]({ err: error, topic: entry.topic, key: entry.key }, 'still under way')
        return false
      }
    },
    async start(entry) {
      try {
        await client.send(entry)
        // Nobody waits for this: what is not removed is handed over again, and is the same run.
        removing.add(entry.id).catch((error) => options.log.warn({ err: error }, 'not removed yet'))
        return
      } catch (error) {
        options.log.warn({ err: error, topic: entry.topic, key: entry.key }, 'not handed over yet')
      }
      relay?.wake()
    },
    async cancel(entry) {
      await client.cancel(await client.send(entry))
    },
    runsUnderWay: () => client.runsUnderWay(),
    tasksUnderWay: () => client.tasksUnderWay(),
    schedulesKept: () => client.schedulesKept(),
    async check() {
      if (!(await client.knowsTasks())) throw new Error('the handlers are not registered yet')
    },
    close: async () => relay?.stop(),
  }
}
