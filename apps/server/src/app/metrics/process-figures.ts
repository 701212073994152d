import { freeBytes } from '../../rows/request/require-free-space.ts'
import type { Context } from '../context/context.ts'
import { checkParts, listPartNames } from '../health/check-parts.ts'
import { VERSION } from '../health/version.ts'

function addConnections({ metrics, db, env, connectionBudget }: Context): void {
  const pool = ['platform', 'data']
  metrics.gauge(
    {
      name: 'database_connections',
      help: 'Connections to PostgreSQL that are in use or idle.',
      labels: { pool, state: ['used', 'idle'] },
    },
    () => [
      {
        labels: { pool: 'platform', state: 'used' },
        value: db.pool.totalCount - db.pool.idleCount,
      },
      { labels: { pool: 'platform', state: 'idle' }, value: db.pool.idleCount },
      // Idle connections of data databases are closed as soon as another database needs them.
      { labels: { pool: 'data', state: 'used' }, value: connectionBudget.used },
    ],
  )
  metrics.gauge(
    {
      name: 'database_connections_max',
      help: 'Connections to PostgreSQL that this process may have.',
      labels: { pool },
    },
    () => [
      { labels: { pool: 'platform' }, value: env.postgres.platformConnections },
      { labels: { pool: 'data' }, value: connectionBudget.max },
    ],
  )
  metrics.gauge(
    {
      name: 'database_connections_waiting',
      help: 'Callers that wait for a connection of the platform, and data databases that wait for one.',
      labels: { pool },
    },
    () => [
      { labels: { pool: 'platform' }, value: db.pool.waitingCount },
      { labels: { pool: 'data' }, value: connectionBudget.waiting },
    ],
  )
}

function addJobs({ metrics, jobs }: Context): void {
  const labels = { name: jobs.list().map(({ name }) => name) }
  metrics.gauge(
    {
      name: 'job_failures',
      help: 'Failed runs of a background job since its last success.',
      labels,
    },
    () => jobs.list().map(({ name, failures }) => ({ labels: { name }, value: failures })),
  )
  metrics.gauge(
    {
      name: 'job_last_success_timestamp_seconds',
      help: 'When a background job of this process last succeeded.',
      labels,
    },
    () =>
      jobs.list().flatMap(({ name, lastSuccessAt }) => {
        if (!lastSuccessAt) return []
        return [{ labels: { name }, value: lastSuccessAt.getTime() / 1_000 }]
      }),
  )
}

function addScripts({ metrics, runner }: Context): void {
  metrics.gauge(
    {
      name: 'script_runners',
      help: 'Script runner processes, scripts that they execute, and scripts that wait for one.',
      labels: { state: ['started', 'running', 'waiting'] },
    },
    () => {
      const { processes, running, waiting } = runner.state
      return [
        { labels: { state: 'started' }, value: processes },
        { labels: { state: 'running' }, value: running },
        { labels: { state: 'waiting' }, value: waiting },
      ]
    },
  )
  metrics.total(
    {
      name: 'scripts_total',
      help: 'Executed scripts: returned, failed by their own error, or killed at a limit.',
      labels: { result: ['done', 'failed', 'killed'] },
    },
    () =>
      Object.entries(runner.state.ended).map(([result, value]) => ({ labels: { result }, value })),
  )
}

/** Figures of this process alone. */
export function addProcessFigures(context: Context): void {
  const { metrics, env } = context
  metrics.gauge(
    {
      name: 'build_info',
      help: 'The version of this process.',
      labels: { version: [VERSION] },
    },
    () => [{ labels: { version: VERSION }, value: 1 }],
  )
  metrics.gauge(
    {
      name: 'process_role',
      help: 'The roles of this process.',
      labels: { role: ['api', 'data', 'worker'] },
    },
    () => [...env.roles].map((role) => ({ labels: { role }, value: 1 })),
  )
  metrics.gauge(
    {
      name: 'part_ready',
      help: 'Whether a part that this process depends on is as it should be: 1, else 0.',
      labels: { part: listPartNames(context) },
    },
    async () =>
      (await checkParts(context)).map(({ name, ready }) => ({
        labels: { part: name },
        value: ready ? 1 : 0,
      })),
  )
  metrics.gauge(
    { name: 'disk_free_bytes', help: 'Free space on the disk of the data folder.', labels: {} },
    async () => [{ labels: {}, value: await freeBytes(env.dataDir) }],
  )
  addConnections(context)
  addJobs(context)
  addScripts(context)
}
