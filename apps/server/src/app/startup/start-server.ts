import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { serveFormPost } from '../../accounts/identity-provider/serve-form-post.ts'
import { createFirstAdmin, type FirstAdmin } from '../../accounts/sign-in/create-first-admin.ts'
import { endForeignSessions } from '../../accounts/sso/end-foreign-sessions.ts'
import { startSsoOnly } from '../../accounts/sso-only/start-sso-only.ts'
import { routesOf } from '../../foundation/http/calls/routes-of.ts'
import { buildApp } from '../../foundation/http/server/build-app.ts'
import { servePages } from '../../foundation/http/server/serve-pages.ts'
import type { JobIntervals } from '../../foundation/jobs/jobs.ts'
import {
  checkDatabaseServers,
  type DatabaseServer,
} from '../../foundation/platform/check-database-servers.ts'
import type { DatabaseAddresses } from '../../foundation/settings/database-addresses.ts'
import type { Env } from '../../foundation/settings/env.ts'
import { reachableHost } from '../../foundation/settings/reachable-host.ts'
import { openLog } from '../../foundation/traces/open-log.ts'
import { openTraces } from '../../foundation/traces/open-traces.ts'
import { serveOwnFiles } from '../../rows/files/open-files.ts'
import { serveHooks } from '../../workflows/triggers/webhook/serve-hooks.ts'
import { Closers } from '../context/closers.ts'
import type { Context } from '../context/context.ts'
import { VERSION } from '../health/version.ts'
import { startMetrics } from '../metrics/start-metrics.ts'
import { openContext } from './open-context.ts'
import { routes } from './routes.ts'
import { startParts } from './start-parts.ts'
import { startWorker } from './start-worker.ts'

const DRAIN_MS = 8_000

export interface RunningServer {
  address: string
  context: Context
  firstAdmin: FirstAdmin | undefined
  /** Where metrics are served, if they are. */
  metricsPort: number | undefined
  /** Its PostgreSQL and Restate, for another process that shares them. */
  outside: { databaseUrl: string; ingressUrl: string; adminUrl: string }
  stop(): Promise<void>
}

export interface StartOptions {
  log?: Logger
  checkAnswers?: boolean
  /** How often the rights of open event streams are checked. */
  streamCheckMs?: number
  jobIntervals?: JobIntervals
  /** How long an address of workers may not answer until their runs move to another one. */
  silentWorkerMs?: number
}

async function listen(app: FastifyInstance, env: Env): Promise<string> {
  await app.listen({ port: env.port, host: env.host })
  const [address] = app.addresses()
  const port = typeof address === 'object' ? address.port : env.port
  return `http://${reachableHost(env.host)}:${port}`
}

function listDatabaseServers(env: Env, addresses: DatabaseAddresses): DatabaseServer[] {
  const rows = [...env.dataDatabases.keys()].map((region) => ({
    setting: `PLINTH_DATA_DATABASES (${region})`,
    region,
    url: addresses.directUrlOf(region),
    holdsRows: true,
  }))
  const holdsRows = !env.dataDatabases.has('default')
  const platform = {
    setting: 'DATABASE_URL',
    region: 'default',
    url: addresses.directUrl,
    holdsRows,
  }
  return [platform, ...rows]
}

/**
 * Readiness fails first, and every answer closes its connection, so that balancers and clients go elsewhere before the
 * server stops listening.
 */
async function drain(
  app: FastifyInstance,
  { stopping, drainMs }: { stopping: AbortController; drainMs: number },
): Promise<void> {
  stopping.abort()
  await sleep(drainMs)
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
  await app.close().finally(() => clearTimeout(late))
}

/** Starts the roles of this process, and the servers that they need and that are not configured. */
export async function startServer(env: Env, options: StartOptions = {}): Promise<RunningServer> {
  const log = options.log ?? openLog(env)
  for (const { name, nearest } of env.unknownSettings) {
    log.warn({ name, nearest }, 'settings: unknown name, ignored')
  }
  const closers = new Closers()
  closers.add(await openTraces(env.traces, { log, version: VERSION }))
  try {
    const parts = await startParts(env, log, closers)
    const databaseServers = listDatabaseServers(env, parts.addresses)
    await checkDatabaseServers(databaseServers, log)
    const stopping = new AbortController()
    const checkAnswers = options.checkAnswers ?? env.development
    const { streamCheckMs, jobIntervals } = options
    const opening = {
      ...{ env, log, parts, checkAnswers, streamCheckMs, jobIntervals, databaseServers },
      stopping: stopping.signal,
    }
    const context = await openContext(opening, closers)
    const firstAdmin = await createFirstAdmin(context.db, env.admin)
    if (env.roles.has('api')) {
      await endForeignSessions(context)
      await startSsoOnly(context)
    }
    if (env.roles.has('worker')) {
      const { silentWorkerMs: silentMs } = options
      await startWorker(context, {
        parts,
        closers,
        ...(silentMs === undefined ? {} : { silentMs }),
      })
    }
    const metricsPort = await startMetrics(context, closers)
    const served = routesOf(routes, env.roles)
    const app = await buildApp(context, {
      routes: served,
      page: async (app) => {
        await serveOwnFiles(app, context)
        if (env.roles.has('api')) await serveFormPost(app)
        if (env.roles.has('data')) await serveHooks(app, context)
        await servePages(app, { env, routes: served })
      },
    })
    closers.add(() => drain(app, { stopping, drainMs: env.drainMs }))
    const address = await listen(app, env)
    const { ingressUrl, adminUrl } = parts.restate
    const outside = { databaseUrl: parts.addresses.directUrl, ingressUrl, adminUrl }
    return { address, context, firstAdmin, metricsPort, outside, stop: () => closers.close() }
  } catch (error) {
    await closers.close()
    throw error
  }
}
