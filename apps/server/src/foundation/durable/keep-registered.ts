import type { Logger } from 'pino'
import type { RestateClient } from './restate-client.ts'

const LOOK_EVERY_MS = 5_000

/** Tells an engine that came back without its data where the worker is, so that nobody has to start it again. */
export function keepRegistered(parts: {
  client: Pick<RestateClient, 'knowsTasks' | 'register'>
  workerUrl: string
  log: Pick<Logger, 'warn' | 'debug'>
}): { stop(): void } {
  const { client, workerUrl, log } = parts
  const look = async () => {
    if (await client.knowsTasks()) return
    log.warn({ workerUrl }, 'the durable engine did not know the worker any more; it is told again')
    await client.register(workerUrl)
  }
  const timer = setInterval(() => {
    // An engine that is away is told when it is back.
    look().catch((error) => log.debug({ err: error }, 'the durable engine did not answer'))
  }, LOOK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
