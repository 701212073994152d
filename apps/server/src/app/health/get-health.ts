import { getHealth as endpoint } from '@plinth/contract'
import { listWorkerVersions } from '../../foundation/durable/workers/worker-store.ts'
import { route } from '../../foundation/http/calls/route.ts'
import type { JobStatus } from '../../foundation/jobs/job-loop.ts'
import type { Context } from '../context/context.ts'
import { type CheckedPart, checkParts } from './check-parts.ts'
import { listQueueAges, readBackupAge } from './health-store.ts'
import { VERSION } from './version.ts'

const seconds = (ms: number) => Math.round(ms) / 1_000

function toJob(job: JobStatus) {
  const { name, everyMs, isRunning, lastSuccessAt, lastDurationMs, failures } = job
  return {
    name,
    everySeconds: seconds(everyMs),
    running: isRunning,
    lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
    lastSeconds: lastDurationMs === undefined ? null : seconds(lastDurationMs),
    failures,
  }
}

function toPart({ detail, reason, ...part }: CheckedPart) {
  return { ...part, ...(reason && { reason: detail ? `${reason}: ${detail}` : reason }) }
}

function statusOf({ stopping }: Context, parts: readonly CheckedPart[]) {
  if (stopping.aborted) return 'stopping' as const
  if (parts.some((part) => part.required && !part.ready)) return 'failing' as const
  return parts.every((part) => part.ready) ? ('ready' as const) : ('degraded' as const)
}

/** For admins: it names addresses and what the process does. */
export const getHealth = route(endpoint, async (_call, context: Context) => {
  const [parts, versions, queues, backups] = await Promise.all([
    checkParts(context),
    listWorkerVersions(context.db),
    listQueueAges(context.db),
    readBackupAge(context.db),
  ])
  return {
    status: statusOf(context, parts),
    version: VERSION,
    node: process.version,
    roles: [...context.env.roles],
    parts: parts.map(toPart),
    workers: versions.map(({ version, url, isDrained }) => ({ version, url, drained: isDrained })),
    jobs: context.jobs.list().map(toJob),
    queues,
    backups,
  }
})
