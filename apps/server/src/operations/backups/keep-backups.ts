import type { OperationsContext } from '../context.ts'
import { JOBS_CHANGED, takeJob } from './job/job-store.ts'
import { backupWork } from './job/run-backup.ts'
import { type JobWork, runJob } from './job/run-job.ts'
import { restoreWork } from './job/run-restore.ts'
import { dropOutdated, startDueBackup } from './schedule/keep-schedules.ts'
import { sweepBackups } from './sweep-backups.ts'

const LOOK_MS = 2_000
const SWEEP_MS = 600_000

/** Does again and again what a worker owes backups: their schedules, those that wait, what was left behind. */
export function keepBackups(context: OperationsContext): { stop(): Promise<void> } {
  const { changes, db, log } = context
  const stopping = new AbortController()

  /** Looks whenever it is told to, and every few seconds. */
  async function again(look: () => Promise<boolean>): Promise<void> {
    const watch = changes.watch(JOBS_CHANGED)
    stopping.signal.addEventListener('abort', () => watch.close())
    while (!stopping.signal.aborted) {
      const more = await look().catch((error) => {
        log.warn({ err: error }, 'backups could not be kept up; trying again')
        return false
      })
      if (!more && !stopping.signal.aborted) await watch.next(LOOK_MS)
    }
  }

  const workOn = (work: JobWork) =>
    again(async () => {
      const job = await takeJob(db, work.kind)
      if (job) await runJob(context, { work, ...job, stopping: stopping.signal })
      return job !== undefined
    })

  let sweptAt = 0
  async function keep(): Promise<boolean> {
    const started = await startDueBackup(context)
    if (!started && Date.now() - sweptAt > SWEEP_MS) {
      sweptAt = Date.now()
      await dropOutdated(context)
      await sweepBackups(context)
    }
    return started
  }

  const lanes = [workOn(backupWork(context)), workOn(restoreWork(context)), again(keep)]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}
