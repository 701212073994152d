import type { Logger } from 'pino'
import type { Jobs, StartedJob } from '../jobs/jobs.ts'
import type { RestateClient } from './restate-client.ts'

const CHECK_EVERY_MS = 5_000

/** Registers the worker again with a durable runtime that has lost its data, so that no restart is needed. */
export function startWorkerRegistration(parts: {
  client: Pick<RestateClient, 'knowsTasks' | 'register'>
  workerUrl: string
  jobs: Jobs
  log: Pick<Logger, 'warn'>
}): StartedJob {
  const { client, workerUrl, jobs, log } = parts
  return jobs.start({
    name: 'worker-registration',
    everyMs: CHECK_EVERY_MS,
    // While the runtime is down, every check fails; the first one after its return registers the worker.
    failureLevel: 'debug',
    async run() {
      if (await client.knowsTasks()) return
      log.warn({ workerUrl }, 'durable: worker not registered, registering again')
      await client.register(workerUrl)
    },
  })
}
