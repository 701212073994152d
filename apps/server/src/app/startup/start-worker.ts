import { startAuditSealing } from '../../foundation/audit/seal-audit.ts'
import type { openDurable } from '../../foundation/durable/open-durable.ts'
import { closeTask, isTaskOpen } from '../../foundation/durable/open-task-store.ts'
import { startRequeueingLostTasks } from '../../foundation/durable/requeue-lost-tasks.ts'
import { type ServedTasks, serveTasks } from '../../foundation/durable/serve-tasks.ts'
import { verifyCalls } from '../../foundation/durable/verify-calls.ts'
import { startWorkerRegistration } from '../../foundation/durable/worker-registration.ts'
import { stopAll } from '../../foundation/jobs/jobs.ts'
import { startPlatformSweep } from '../../foundation/retention/sweep-platform.ts'
import { startAuditArchive } from '../../operations/audit/archive-audit.ts'
import { startBackupJobs } from '../../operations/backups/backup-jobs.ts'
import { startMaintenance } from '../../operations/releases/maintenance.ts'
import { startErasingExpired } from '../../projects/deletion/erase-expired.ts'
import { startDomainChecks } from '../../projects/domains/check-waiting-domains.ts'
import { startMeasuringUsage } from '../../projects/usage/measure-usage.ts'
import { startFileSweep } from '../../rows/files/sweep-files.ts'
import { startThumbnails } from '../../rows/files/thumbnail/make-thumbnails.ts'
import { startRequestLogRetention } from '../../rows/request-log/request-log-retention.ts'
import { startEndingLostRuns } from '../../workflows/runs/execute/end-lost-runs.ts'
import { openRunHost } from '../../workflows/runs/execute/open-run-host.ts'
import { startRunRetention } from '../../workflows/runs/history/run-retention.ts'
import { startRowEventRelay } from '../../workflows/triggers/row/relay-events.ts'
import { openScheduleHost } from '../../workflows/triggers/schedule/open-schedule-host.ts'
import { startScheduleSync } from '../../workflows/triggers/schedule/sync-schedules.ts'
import type { Closers } from '../context/closers.ts'
import type { Context } from '../context/context.ts'
import type { Parts } from './start-parts.ts'
import { taskHandlers } from './task-handlers.ts'

/** Serves the tasks of the durable runtime and starts the background jobs. */
export async function startWorker(
  context: Context & { durable: ReturnType<typeof openDurable> },
  { parts, closers }: { parts: Parts; closers: Closers },
): Promise<void> {
  const { env, log, db } = context
  const { client, signer } = context.durable
  const { findSubmission } = client
  const apart = env.workerUrl === undefined ? undefined : new URL(env.workerUrl)
  const served: ServedTasks = await serveTasks({
    port: apart ? Number(apart.port || 80) : parts.workerPort,
    host: apart ? '0.0.0.0' : '127.0.0.1',
    identityKey: parts.restate.identityKey,
    handlers: taskHandlers(context),
    isOnRecord: (task) => isTaskOpen(db, task),
    settle: (task) => closeTask(db, task),
    signer,
    findSubmission,
    hooks: [verifyCalls({ signer, findSubmission, log })],
    runs: openRunHost(context),
    schedules: openScheduleHost(context),
    alwaysReplay: env.alwaysReplay,
    log,
  })
  closers.add(() => served.close())
  const workerUrl = apart?.href ?? `http://127.0.0.1:${parts.workerPort}`
  if (env.restate === undefined) await client.moveTo(workerUrl)
  await client.register(workerUrl)
  const jobs = stopAll([
    startWorkerRegistration({ ...context, client, workerUrl }),
    startPlatformSweep(context),
    startFileSweep(context),
    startDomainChecks(context),
    startErasingExpired(context),
    startThumbnails(context),
    startEndingLostRuns(context),
    startRequeueingLostTasks(context),
    startScheduleSync(context),
    startRunRetention(context),
    startRequestLogRetention(context),
    startAuditSealing(context),
    startAuditArchive(context),
    startRowEventRelay(context),
    startBackupJobs(context),
    startMaintenance(context),
    startMeasuringUsage(context),
  ])
  closers.add(() => jobs.stop())
}
