import { startAuditSealing } from '../../foundation/audit/seal-audit.ts'
import type { openDurable } from '../../foundation/durable/open-durable.ts'
import { closeTask, isTaskOpen } from '../../foundation/durable/open-task-store.ts'
import { startRequeueingLostTasks } from '../../foundation/durable/requeue-lost-tasks.ts'
import { CONTINUED_VERSIONS, HANDLERS_VERSION } from '../../foundation/durable/runtime-target.ts'
import { type ServedTasks, serveTasks } from '../../foundation/durable/serve-tasks.ts'
import { verifyCalls } from '../../foundation/durable/verify-calls.ts'
import { claimAddress, takeDeployments } from '../../foundation/durable/workers/claim-address.ts'
import { openDeployments, plainUrl } from '../../foundation/durable/workers/runtime-deployments.ts'
import { WorkerRegistration } from '../../foundation/durable/workers/worker-registration.ts'
import { moveVersion } from '../../foundation/durable/workers/worker-store.ts'
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
import { startApprovalDeadlines } from '../../workflows/approvals/end-due-approvals.ts'
import { startRefreshingTokens } from '../../workflows/credentials/oauth/refresh-due.ts'
import { startCredentialWarnings } from '../../workflows/credentials/oauth/warnings/warn-of-ends.ts'
import { startEndingLostRuns } from '../../workflows/runs/execute/end-lost-runs.ts'
import { openRunHost } from '../../workflows/runs/execute/open-run-host.ts'
import { startRunRetention } from '../../workflows/runs/history/run-retention.ts'
import { startRowEventRelay } from '../../workflows/triggers/row/relay-events.ts'
import { openScheduleHost } from '../../workflows/triggers/schedule/open-schedule-host.ts'
import { startScheduleSync } from '../../workflows/triggers/schedule/sync-schedules.ts'
import { startSandboxSweep } from '../../workflows/workflow-tests/start-sandbox-sweep.ts'
import type { Closers } from '../context/closers.ts'
import type { Context } from '../context/context.ts'
import type { Parts } from './start-parts.ts'
import { taskHandlers } from './task-handlers.ts'

const REGISTRATION_CHECK_MS = 5_000
const SILENT_MS = 60_000

/** Where this worker listens, and the address at which the durable runtime reaches it. */
function addressesOf({ env }: Context, { workerPort }: Parts) {
  const url = env.workerUrl ?? `http://127.0.0.1:${workerPort}`
  const { port, protocol } = new URL(url)
  const bind = env.workerBind ?? {
    host: env.workerUrl === undefined ? '127.0.0.1' : '0.0.0.0',
    port: Number(port || (protocol === 'https:' ? 443 : 80)),
  }
  const version = env.workerVersion ?? HANDLERS_VERSION
  return { bind, worker: { version, url: plainUrl(url) } }
}

/** Serves the tasks of the durable runtime and starts the background jobs. */
export async function startWorker(
  context: Context & { durable: ReturnType<typeof openDurable> },
  { parts, closers, silentMs = SILENT_MS }: { parts: Parts; closers: Closers; silentMs?: number },
): Promise<void> {
  const { env, log, db } = context
  const { client, signer } = context.durable
  const { findSubmission } = client
  const { bind, worker } = addressesOf(context, parts)
  const deployments = openDeployments(parts.restate.adminUrl)
  const isOwnRuntime = env.restate === undefined
  if (isOwnRuntime) {
    // The runtime resumes all waiting runs as soon as tasks are served; the database may be busy with them then.
    await moveVersion(db, { ...worker, isCurrent: true })
  } else {
    const continues = worker.version === HANDLERS_VERSION ? CONTINUED_VERSIONS : []
    await claimAddress({ db, deployments, worker, continues })
  }
  const served: ServedTasks = await serveTasks({
    ...bind,
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
  context.stopping.addEventListener('abort', () => served.drain())
  if (isOwnRuntime) await takeDeployments({ deployments, worker })
  const registration = new WorkerRegistration({ db, deployments, worker, silentMs, log })
  closers.add(() => registration.close())
  await registration.start()
  const jobs = stopAll([
    context.jobs.start({
      name: 'worker-registration',
      everyMs: REGISTRATION_CHECK_MS,
      // While the runtime is down, every check fails; the first one after its return registers the worker.
      failureLevel: 'debug',
      run: () => registration.check(),
    }),
    startPlatformSweep(context),
    startFileSweep(context),
    startDomainChecks(context),
    startErasingExpired(context),
    startThumbnails(context),
    startEndingLostRuns(context),
    startApprovalDeadlines(context),
    startSandboxSweep(context),
    startRefreshingTokens(context),
    startCredentialWarnings(context),
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
