import { join } from 'node:path'
import type { Logger } from 'pino'
import { openSignInLimit } from '../../accounts/passwords/sign-in-limit.ts'
import { openDeviceLoginLimit } from '../../accounts/personal-keys/device-login-limit.ts'
import { openSsoLimit } from '../../accounts/sso/sso-limit.ts'
import { openPostgresEngine } from '../../databases/postgres/postgres-engine.ts'
import { openSqliteEngine } from '../../databases/sqlite/sqlite-engine.ts'
import { openRefusals } from '../../foundation/audit/refusals.ts'
import { openApiKeys } from '../../foundation/callers/api-keys.ts'
import { openAppSessions } from '../../foundation/callers/app-sessions.ts'
import { openCallSigner } from '../../foundation/durable/call-signer.ts'
import { openDurable } from '../../foundation/durable/open-durable.ts'
import { openStreamRights } from '../../foundation/http/access/stream-rights.ts'
import { type JobIntervals, openJobs } from '../../foundation/jobs/jobs.ts'
import { openMailer } from '../../foundation/mail/mailer.ts'
import { recordDeliveries } from '../../foundation/mail/record-deliveries.ts'
import { METRICS_OFF, openMetrics } from '../../foundation/metrics/metrics.ts'
import type { DatabaseServer } from '../../foundation/platform/check-database-servers.ts'
import { openDatabase } from '../../foundation/platform/database.ts'
import { migratePlatform } from '../../foundation/platform/migrate-platform.ts'
import { traceDatabase } from '../../foundation/platform/trace-database.ts'
import { openPubSub } from '../../foundation/pubsub/pubsub.ts'
import { openKeyRing } from '../../foundation/secrets/open-key-ring.ts'
import { openVault } from '../../foundation/secrets/vault.ts'
import type { Env } from '../../foundation/settings/env.ts'
import { eraseBackups } from '../../operations/backups/erase-backups.ts'
import { openStoppedProjects } from '../../projects/availability/open-stopped-projects.ts'
import { openBudgets } from '../../projects/budgets/open-budgets.ts'
import { openOrigins } from '../../projects/origins/open-origins.ts'
import { UsageCounter } from '../../projects/usage/usage-counter.ts'
import { readMe } from '../../rows/app-users/read-me.ts'
import { openEnvironments } from '../../rows/environments/environments.ts'
import { openFiles } from '../../rows/files/open-files.ts'
import { openUploadLimit } from '../../rows/files/upload-limit.ts'
import { openLiveRows } from '../../rows/live/open-live-rows.ts'
import { RequestShares } from '../../rows/request/request-shares.ts'
import { openRequestRecorder } from '../../rows/request-log/open-request-recorder.ts'
import { openRowEvents, type RowEvents } from '../../rows/row-events/open-row-events.ts'
import { notifyWrites } from '../../rows/runners/notify-writes.ts'
import type { PostgresPoolOptions } from '../../rows/runners/postgres/postgres-pools.ts'
import { openPostgresRunner } from '../../rows/runners/postgres/postgres-runner.ts'
import { openSqliteRunner } from '../../rows/runners/sqlite/sqlite-runner.ts'
import { traceRunner } from '../../rows/runners/trace-runner.ts'
import { openApprovalLimit } from '../../workflows/approvals/approval-limit.ts'
import { openWarningLimit } from '../../workflows/credentials/oauth/warnings/warning-limit.ts'
import { RunBudget } from '../../workflows/runs/start/run-budget.ts'
import { logJail } from '../../workflows/script-runner/log-jail.ts'
import { openRunner } from '../../workflows/script-runner/open-runner.ts'
import type { Closers } from '../context/closers.ts'
import type { Context } from '../context/context.ts'
import { projectWorkflows } from '../context/project-workflows.ts'
import { postgresOptions } from './postgres-options.ts'
import type { Parts } from './start-parts.ts'

function openRunners(of: {
  env: Env
  parts: Parts
  postgres: PostgresPoolOptions
  rowEvents: RowEvents
}) {
  const sqlite = openSqliteRunner(of.parts.dataDir, of.env.statementMs)
  return {
    sqlite3: traceRunner(notifyWrites(sqlite, of.rowEvents)),
    postgres: traceRunner(notifyWrites(openPostgresRunner(of.postgres), of.rowEvents)),
  }
}

/** Where answers are checked, a second connection inside a transaction throws; elsewhere it is logged. */
function openPlatform(
  url: string,
  { env, log, isChecked }: { env: Env; log: Logger; isChecked: boolean },
) {
  const onError = (error: Error) => log.warn({ err: error }, 'platform: database connection lost')
  const onSecond = (error: Error) =>
    log.error(
      { err: error },
      'platform: second connection requested inside a transaction, risk of pool deadlock',
    )
  const { platformConnections: maxConnections, idleMs, isPooled } = env.postgres
  const db = openDatabase({
    url,
    maxConnections,
    idleMs,
    isPooled,
    onError,
    ...(isChecked ? {} : { onSecond }),
  })
  return traceDatabase(db)
}

/** Which projects are stopped, and what each may use of the installation. */
async function openShares(
  { env, db, pubsub, jobs, durable }: Pick<Context, 'env' | 'db' | 'pubsub' | 'jobs' | 'durable'>,
  closers: Closers,
) {
  const stoppedProjects = await openStoppedProjects({ db, pubsub, jobs })
  closers.add(() => stoppedProjects.close())
  const budgets = await openBudgets({ db, pubsub, jobs })
  closers.add(() => budgets.close())
  const usage = new UsageCounter({ db, budgets, jobs, wake: () => durable.wake() })
  closers.add(() => usage.close())
  const requestShares = new RequestShares({ ...env.dataRate, budgets, usage })
  return {
    stoppedProjects,
    budgets,
    usage,
    requestShares,
    runBudget: new RunBudget({ budgets, usage }),
  }
}

/** The callers of the data API by their tokens. */
async function openTokens(
  of: Pick<Context, 'db' | 'pubsub' | 'jobs' | 'metrics'>,
  closers: Closers,
) {
  const appSessions = await openAppSessions(of)
  closers.add(() => appSessions.close())
  const apiKeys = await openApiKeys(of)
  closers.add(() => apiKeys.close())
  return { appSessions, apiKeys }
}

function openJailedRunner({ env, log, parts }: { env: Env; log: Logger; parts: Parts }) {
  const jail = {
    mode: env.runner,
    dataDir: parts.dataDir,
    secretFile: join(parts.dataDir, 'secret.key'),
    port: parts.workerPort,
  }
  logJail(jail, log)
  return openRunner(jail, log)
}

type Opened = Context & { durable: ReturnType<typeof openDurable> }

/** Rate limits that all processes share. */
const openLimits = ({ db, env }: Pick<Context, 'db' | 'env'>) => ({
  signInLimit: openSignInLimit(db, env.signInAttempts),
  deviceLoginLimit: openDeviceLoginLimit(db.pool),
  ssoLimit: openSsoLimit(db.pool),
  approvalLimit: openApprovalLimit(db.pool),
  warningLimit: openWarningLimit(db.pool),
  uploadLimit: openUploadLimit(db.pool, env.uploads.perMinute),
})

/** Opens the context that requests and tasks share. */
export async function openContext(
  options: {
    env: Env
    log: Logger
    parts: Parts
    checkAnswers: boolean
    databaseServers: readonly DatabaseServer[]
    stopping: AbortSignal
    streamCheckMs?: number | undefined
    jobIntervals?: JobIntervals | undefined
  },
  closers: Closers,
): Promise<Opened> {
  const { env, log, parts } = options
  const { directUrl } = parts.addresses
  await migratePlatform(directUrl)
  const db = openPlatform(parts.databaseUrl, { env, log, isChecked: options.checkAnswers })
  closers.add(() => db.close())
  const metrics = env.metrics ? await openMetrics(log) : METRICS_OFF
  const jobs = openJobs(log, options.jobIntervals)
  const pubsub = openPubSub({ url: directUrl, log })
  closers.add(() => pubsub.close())
  const streamRights = openStreamRights({ db, pubsub, log, everyMs: options.streamCheckMs })
  closers.add(async () => streamRights.close())
  const refusals = openRefusals({ db, log })
  closers.add(() => refusals.close())
  const durable = openDurable({
    db,
    log,
    urls: parts.restate,
    // A key ring reports each change once, so none is shared.
    signer: openCallSigner(await openKeyRing(env, parts.dataDir)),
    relay: env.roles.has('worker') && jobs,
  })
  closers.add(() => durable.close())
  const { appSessions, apiKeys } = await openTokens({ db, pubsub, jobs, metrics }, closers)
  const vault = openVault(await openKeyRing(env, parts.dataDir))
  const keyRing = await openKeyRing(env, parts.dataDir)
  const files = openFiles({ env, dataDir: parts.dataDir, keyRing })
  closers.add(async () => files.close())
  const postgres = postgresOptions({ env, log, addresses: parts.addresses, vault })
  const rowEvents = openRowEvents({ db, log, pubsub })
  const environments = await openEnvironments({
    db,
    pubsub,
    jobs,
    metrics,
    runners: openRunners({ env, parts, postgres: postgres.rows, rowEvents }),
  })
  closers.add(() => environments.close())
  const origins = await openOrigins({ db, pubsub })
  closers.add(async () => origins.close())
  const shares = await openShares({ env, db, pubsub, jobs, durable }, closers)
  const requests = openRequestRecorder({ db, env, environments, log })
  closers.add(() => requests.stop())
  const runner = openJailedRunner(options)
  closers.add(() => runner.close())
  const opened: Omit<Opened, 'live'> = {
    env,
    log,
    db,
    metrics,
    pubsub,
    durable,
    jobs,
    vault,
    engines: {
      sqlite3: openSqliteEngine(parts.dataDir),
      postgres: openPostgresEngine(postgres.tasks),
    },
    files: files.files,
    environments,
    origins,
    ...shares,
    rowEvents,
    requests,
    mailer: recordDeliveries(openMailer({ smtpUrl: env.smtpUrl, from: env.mailFrom }), { db, log }),
    streamRights,
    refusals,
    ...openLimits({ db, env }),
    runner,
    appSessions,
    apiKeys,
    checkAnswers: options.checkAnswers,
    stopping: options.stopping,
    databaseServers: options.databaseServers,
    connectionBudget: postgres.budget,
    appUsers: { read: (user, trace) => readMe(context, user, trace) },
    projectWorkflows,
    projectBackups: { erase: (projectId) => eraseBackups(context, projectId) },
  }
  const context: Opened = await addStreams(opened, options.streamCheckMs)
  closers.add(() => context.live.close())
  return context
}

/** Streams use the rest of the context. */
async function addStreams(
  opened: Omit<Opened, 'live'>,
  everyMs: number | undefined,
): Promise<Opened> {
  const context = opened as Opened
  context.live = await openLiveRows(context, { everyMs })
  return context
}
