import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { routesOf } from './app.ts'
import { keepSealing } from './audit/seal-audit.ts'
import { createFirstAdmin, type FirstAdmin } from './auth/create-first-admin.ts'
import { openSignInLimit } from './auth/sign-in-limit.ts'
import type { Context } from './context.ts'
import { openEnvironments } from './data/environments.ts'
import { openPostgresRunner } from './data/run/postgres-runner.ts'
import { openSqliteRunner } from './data/run/sqlite-runner.ts'
import { tellWrites } from './data/run/tell-writes.ts'
import { openPostgresEngine } from './database/postgres-engine.ts'
import { openSqliteEngine } from './database/sqlite-engine.ts'
import { openDurable } from './durable/open-durable.ts'
import { type ServedTasks, serveTasks } from './durable/serve-tasks.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import type { Env } from './env.ts'
import { openFiles, serveOwnFiles } from './file/open-files.ts'
import { keepSweepingFiles } from './file/sweep-files.ts'
import { keepMakingThumbnails } from './file/thumbnail/keep-making-thumbnails.ts'
import { buildApp } from './http/build-app.ts'
import { servePages } from './http/serve-pages.ts'
import { openMailer } from './mail/mailer.ts'
import { openApiKeys } from './platform/api-keys.ts'
import { openAppSessions } from './platform/app-sessions.ts'
import { openChanges } from './platform/changes.ts'
import { openDatabase } from './platform/database.ts'
import { migratePlatform } from './platform/migrate-platform.ts'
import { sweepPlatform } from './platform/sweep-store.ts'
import { keepUp } from './release/keep-up.ts'
import { openRowEvents } from './row-event/open-row-events.ts'
import { relayRowEvents } from './row-event/relay-events.ts'
import { keepEndingLostRuns } from './run/end-lost-runs.ts'
import { keepRuns } from './run/keep-runs.ts'
import { openRunWorld } from './run/open-run-world.ts'
import { openRunner } from './runner/open-runner.ts'
import { openKeyRing } from './secrets/open-key-ring.ts'
import { openVault } from './secrets/vault.ts'
import { taskHandlers } from './task-handlers.ts'
import { openScheduleWorld } from './trigger/schedule/open-schedule-world.ts'
import { serveHooks } from './trigger/webhook/serve-hooks.ts'

const DRAIN_MS = 8_000

export interface RunningServer {
  address: string
  context: Context
  firstAdmin: FirstAdmin | undefined
  /** The servers it stands on, for another process that shares them. */
  outside: { databaseUrl: string; ingressUrl: string; adminUrl: string }
  stop(): Promise<void>
}

export interface StartOptions {
  log?: Logger
  checkAnswers?: boolean
}

/** What has to be undone at the end, last opened first closed. */
class Closers {
  readonly #closers: (() => Promise<unknown>)[] = []

  add(closer: () => Promise<unknown>): void {
    this.#closers.unshift(closer)
  }

  async close(): Promise<void> {
    for (const closer of this.#closers.splice(0)) await closer()
  }
}

/** Brings up what is not given from outside. */
async function startParts(env: Env, log: Logger, closers: Closers) {
  const dataDir = resolve(env.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  const embedded = await startEmbedded({
    dataDir,
    postgres: env.databaseUrl === undefined,
    restate: env.restate === undefined,
    log,
  })
  closers.add(() => embedded.stop())
  const databaseUrl = env.databaseUrl ?? embedded.postgresUrl
  const restate = env.restate ?? embedded.restate
  if (!databaseUrl || !restate) throw new Error('PostgreSQL and the durable engine did not start')
  return { dataDir, databaseUrl, restate, workerPort: embedded.workerPort }
}

type Parts = Awaited<ReturnType<typeof startParts>>

async function openContext(
  options: { env: Env; log: Logger; parts: Parts; checkAnswers: boolean },
  closers: Closers,
): Promise<Context & { durable: ReturnType<typeof openDurable> }> {
  const { env, log, parts } = options
  await migratePlatform(parts.databaseUrl)
  const db = openDatabase({
    url: parts.databaseUrl,
    maxConnections: 20,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  closers.add(() => db.close())
  const changes = openChanges({ url: parts.databaseUrl, log })
  closers.add(() => changes.close())
  const durable = openDurable({
    db,
    log,
    urls: parts.restate,
    relay: env.roles.has('worker'),
  })
  closers.add(() => durable.close())
  const appSessions = await openAppSessions({ db, url: parts.databaseUrl, log })
  closers.add(() => appSessions.close())
  const apiKeys = await openApiKeys({ db, url: parts.databaseUrl, log })
  closers.add(() => apiKeys.close())
  const keyRing = await openKeyRing(env, parts.dataDir)
  const [secretKey = ''] = keyRing.keys()
  const vault = openVault(keyRing)
  const files = openFiles({ env, dataDir: parts.dataDir, secretKey })
  closers.add(async () => files.close())
  const urlOf = (server: string) =>
    env.dataDatabases.get(server) ?? env.dataDatabases.get('default') ?? parts.databaseUrl
  const sealed = { urlOf, vault, egressAllow: env.egressAllow }
  const rowEvents = openRowEvents({ db, log })
  const environments = await openEnvironments({
    db,
    url: parts.databaseUrl,
    log,
    runners: {
      sqlite3: tellWrites(openSqliteRunner(parts.dataDir), rowEvents),
      postgres: tellWrites(
        openPostgresRunner({
          ...sealed,
          onError: (error) => log.warn({ err: error }, 'a connection to rows was lost'),
        }),
        rowEvents,
      ),
    },
  })
  closers.add(() => environments.close())
  if (env.runner === 'unjailed') log.warn('PLINTH_RUNNER=unjailed: scripts run without a jail')
  const runner = openRunner(
    {
      mode: env.runner,
      dataDir: parts.dataDir,
      secretFile: join(parts.dataDir, 'secret.key'),
      port: parts.workerPort,
    },
    log,
  )
  closers.add(() => runner.close())
  return {
    env,
    log,
    db,
    changes,
    durable,
    vault,
    engines: {
      sqlite3: openSqliteEngine(parts.dataDir),
      postgres: openPostgresEngine(sealed),
    },
    files: files.files,
    environments,
    rowEvents,
    mailer: openMailer({ smtpUrl: env.smtpUrl, from: env.mailFrom }),
    signInLimit: openSignInLimit(db.pool, env.signInAttempts),
    runner,
    appSessions,
    apiKeys,
    checkAnswers: options.checkAnswers,
  }
}

async function startWorker(
  context: Context & { durable: ReturnType<typeof openDurable> },
  { parts, closers }: { parts: Parts; closers: Closers },
): Promise<void> {
  const { env, log } = context
  const apart = env.workerUrl === undefined ? undefined : new URL(env.workerUrl)
  const served: ServedTasks = await serveTasks({
    port: apart ? Number(apart.port || 80) : parts.workerPort,
    host: apart ? '0.0.0.0' : '127.0.0.1',
    identityKey: parts.restate.identityKey,
    handlers: taskHandlers(context),
    runs: openRunWorld(context),
    schedules: openScheduleWorld(context),
    log,
  })
  closers.add(() => served.close())
  const workerUrl = apart?.href ?? `http://127.0.0.1:${parts.workerPort}`
  if (env.restate === undefined) await context.durable.client.moveTo(workerUrl)
  await context.durable.client.register(workerUrl)
  const sweeping = sweepPlatform(context)
  closers.add(async () => sweeping.stop())
  const files = keepSweepingFiles(context)
  closers.add(() => files.stop())
  const thumbnails = keepMakingThumbnails(context)
  closers.add(() => thumbnails.stop())
  const ending = keepEndingLostRuns(context)
  closers.add(async () => ending.stop())
  const keeping = keepRuns(context)
  closers.add(() => keeping.stop())
  const sealing = keepSealing(context)
  closers.add(() => sealing.stop())
  const events = relayRowEvents(context)
  closers.add(() => events.stop())
  const upkeep = keepUp(context)
  closers.add(() => upkeep.stop())
}

async function listen(app: FastifyInstance, env: Env): Promise<string> {
  await app.listen({ port: env.port, host: env.host })
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : env.port
  const host = ['localhost', '0.0.0.0', '::'].includes(env.host) ? 'localhost' : env.host
  return `http://${host}:${port}`
}

async function drain(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close().finally(() => clearTimeout(late))
}

/** Starts the roles this process has, and everything they need that is not given from outside. */
export async function startServer(env: Env, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? pino({ level: env.logLevel, redact: ['req.headers.authorization'] })
  const closers = new Closers()
  try {
    const parts = await startParts(env, log, closers)
    const checkAnswers = options.checkAnswers ?? env.development
    const context = await openContext({ env, log, parts, checkAnswers }, closers)
    const firstAdmin = await createFirstAdmin(context.db, env.admin)
    if (env.roles.has('worker')) await startWorker(context, { parts, closers })
    const routes = routesOf(env.roles)
    const app = await buildApp(context, {
      routes,
      page: async (app) => {
        await serveOwnFiles(app, context)
        if (env.roles.has('data')) await serveHooks(app, context)
        await servePages(app, { env, routes })
      },
    })
    closers.add(() => drain(app))
    const address = await listen(app, env)
    const { ingressUrl, adminUrl } = parts.restate
    const outside = { databaseUrl: parts.databaseUrl, ingressUrl, adminUrl }
    return { address, context, firstAdmin, outside, stop: () => closers.close() }
  } catch (error) {
    await closers.close()
    throw error
  }
}
