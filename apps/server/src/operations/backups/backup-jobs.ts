import { type StartedJob, stopAll } from '../../foundation/jobs/jobs.ts'
import type { OperationsContext } from '../context.ts'
import { JOBS_CHANGED, takeJob } from './job/job-store.ts'
import { backupWork } from './job/run-backup.ts'
import { type JobWork, runLeasedJob } from './job/run-leased-job.ts'
import { restoreWork } from './job/run-restore.ts'
import { dropOutdated, startDueBackup } from './schedule/start-due-backup.ts'
import { sweepBackups } from './sweep-backups.ts'

const POLL_EVERY_MS = 2_000
const SWEEP_EVERY_MS = 600_000

/** Runs queued backups and restores, starts scheduled backups, and sweeps what killed processes left. */
export function startBackupJobs(context: OperationsContext): StartedJob {
  const { pubsub, db, jobs } = context
  const options = { everyMs: POLL_EVERY_MS, isImmediate: true }

  /** Stopping aborts the backup or restore in progress, which returns its job to the queue. */
  const startQueue = (name: string, work: JobWork) =>
    jobs.start({
      name,
      ...options,
      async run(stopping) {
        const job = await takeJob(db, work.kind)
        if (job) await runLeasedJob(context, { work, ...job, stopping })
        return job !== undefined
      },
    })

  let sweptAt = 0
  async function startOrSweep(): Promise<boolean> {
    const hasStarted = await startDueBackup(context)
    if (!hasStarted && Date.now() - sweptAt > SWEEP_EVERY_MS) {
      sweptAt = Date.now()
      await dropOutdated(context)
      await sweepBackups(context)
    }
    return hasStarted
  }

  const started = [
    startQueue('backups', backupWork(context)),
    startQueue('restores', restoreWork(context)),
    jobs.start({ name: 'backup-schedules', ...options, run: startOrSweep }),
  ]
  const subscription = pubsub.subscribe(JOBS_CHANGED, () => {
    for (const job of started) job.wake()
  })
  return {
    async stop() {
      subscription.close()
      await stopAll(started).stop()
    },
  }
}
