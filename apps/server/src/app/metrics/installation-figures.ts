import type { Context } from '../context/context.ts'
import { countOpenRuns, listQueueAges, readBackupAge } from '../health/health-store.ts'

const CACHED_MS = 1_000

/** Gauges of one scrape share a read, and so do several Prometheus servers. */
function share<T>(read: () => Promise<T>): () => Promise<T> {
  let known: { at: number; read: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!known || now - known.at >= CACHED_MS) known = { at: now, read: read() }
    return known.read
  }
}

const OPEN_STATUSES = ['queued', 'running', 'waiting']

/**
 * Figures of the whole installation, which every process shows, so that they are there whatever role is down. They are
 * those of `/health`; a query takes the maximum over processes.
 */
export function addInstallationFigures({ metrics, db }: Context): void {
  const queue = ['backups', 'outbox', 'queued runs', 'tasks']
  const readQueues = share(() => listQueueAges(db))
  metrics.gauge(
    { name: 'queue_entries', help: 'Entries of a queue of the installation.', labels: { queue } },
    async () =>
      (await readQueues()).map(({ name, waiting }) => ({
        labels: { queue: name },
        value: waiting,
      })),
  )
  metrics.gauge(
    {
      name: 'queue_age_seconds',
      help: 'How long the oldest entry of a queue has waited; 0 if it is empty.',
      labels: { queue },
    },
    async () =>
      (await readQueues()).map(({ name, oldestSeconds }) => ({
        labels: { queue: name },
        value: Math.max(0, oldestSeconds ?? 0),
      })),
  )
  metrics.gauge(
    {
      name: 'runs_open',
      help: 'Runs of the installation that have not ended, by status.',
      labels: { status: OPEN_STATUSES },
    },
    async () => {
      const counts = new Map((await countOpenRuns(db)).map(({ status, count }) => [status, count]))
      return OPEN_STATUSES.map((status) => ({ labels: { status }, value: counts.get(status) ?? 0 }))
    },
  )
  const readBackups = share(() => readBackupAge(db))
  metrics.gauge(
    {
      name: 'backup_age_seconds',
      help: 'Age of the newest backup of the scheduled project that has waited longest for one.',
      labels: {},
    },
    async () => [{ labels: {}, value: Math.max(0, (await readBackups()).oldestSeconds ?? 0) }],
  )
  metrics.gauge(
    {
      name: 'backup_projects',
      help: 'Projects with a backup schedule, and those whose newest scheduled backup failed.',
      labels: { state: ['scheduled', 'failing'] },
    },
    async () => {
      const { scheduled, failing } = await readBackups()
      return [
        { labels: { state: 'scheduled' }, value: scheduled },
        { labels: { state: 'failing' }, value: failing },
      ]
    },
  )
}
