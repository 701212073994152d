import type { Logger } from 'pino'
import { Batcher } from '../concurrency/batcher.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Database } from '../platform/database.ts'
import type { CallSigner } from './call-signer.ts'
import type { Durable } from './durable.ts'
import { removeFromOutbox } from './outbox-store.ts'
import { startOutboxRelay } from './relay-outbox.ts'
import { openRestateClient, type RestateClient } from './restate-client.ts'
import { openDeployments } from './workers/runtime-deployments.ts'

const MAX_BATCH = 500

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
  const deployments = openDeployments(options.urls.adminUrl)
  const removing = new Batcher<string, void>({
    maxItems: MAX_BATCH,
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
        // Callers expect timeouts; anything else is a warning.
        const level = error instanceof Error && error.name === 'TimeoutError' ? 'debug' : 'warn'
        options.log[level](
          { err: error, topic: entry.topic, key: entry.key },
          'durable: waiting for an entry ended early',
        )
        return false
      }
    },
    async start(entry) {
      try {
        await client.send(entry)
        // Not awaited: an entry that is not removed is dispatched again, with the same idempotency key.
        removing
          .add(entry.id)
          .catch((error) =>
            options.log.warn({ err: error }, 'outbox: entry delivered but not deleted yet'),
          )
        return
      } catch (error) {
        options.log.warn(
          { err: error, topic: entry.topic, key: entry.key },
          'outbox: dispatch failed, the relay will retry',
        )
      }
      relay?.wake()
    },
    async cancel(entry) {
      await client.cancel(await client.send(entry))
    },
    resolve: (awakeable) => client.resolve(awakeable),
    runsUnderWay: () => client.runsUnderWay(),
    tasksUnderWay: () => client.tasksUnderWay(),
    scheduledKeys: () => client.scheduledKeys(),
    async check() {
      const version = `Restate ${await deployments.readVersion()}`
      return (await client.knowsTasks())
        ? { version }
        : { version, reason: 'has no registered worker' }
    },
    async checkWorkers() {
      const latest = await deployments.findLatest()
      if (!latest) return { reason: 'are not registered' }
      return (await deployments.discover(latest.url))
        ? {}
        : { reason: 'are not reached by the durable runtime' }
    },
    close: async () => relay?.stop(),
  }
}
