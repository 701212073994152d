import { Worker } from 'node:worker_threads'
import { DatabaseFault } from '../database-fault.ts'
import type { SpoolJob, SpoolOutcome } from './sqlite-spool-thread.ts'

const TIMEOUT_MS = 120_000

/** Runs the statements of a file in one transaction, in a separate thread so that others are not blocked. */
export function writeSqliteSpool(job: SpoolJob): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./sqlite-spool-thread.ts', import.meta.url), {
      workerData: job,
    })
    const end = (outcome: SpoolOutcome) => {
      clearTimeout(late)
      void worker.terminate()
      if (outcome === null) resolve()
      else if ('fault' in outcome) reject(new DatabaseFault(outcome.fault))
      else reject(new Error(outcome.error))
    }
    const late = setTimeout(() => end({ fault: { kind: 'timeout' } }), TIMEOUT_MS)
    worker.once('message', end)
    worker.once('error', (error) => end({ error: error.message }))
  })
}
