import { USAGE_RETENTION_DAYS } from '@plinth/contract'
import { type StartedJob, stopAll } from '../../foundation/jobs/jobs.ts'
import { amountOf, levelOf, STOCK_KINDS, type Stored } from '../budgets/limits.ts'
import type { ProjectsContext } from '../context.ts'
import { listPlacements } from '../environments/environment-store.ts'
import { claimDueProject, deleteOldUsage, putMeasured, sumFileBytes } from './usage-store.ts'
import { dropStockCrossings } from './warning-store.ts'

type Parts = Pick<ProjectsContext, 'db' | 'engines' | 'usage' | 'budgets' | 'log'>

const EVERY_MS = 5_000
const SWEEP_MS = 3_600_000
const LEASE_SECONDS = 900
/** A project is measured this often at most, and for at most a hundredth of the time. */
const MIN_PAUSE_SECONDS = 30
const PAUSE_FACTOR = 100
const SHORT_SECONDS = 5

/** Measures the rows and files of a project. An adopted database belongs to its operator and counts nothing. */
async function measure({ db, engines }: Parts, projectId: string): Promise<Stored> {
  let [rows, rowBytes] = [0, 0]
  for (const placement of await listPlacements(db, projectId)) {
    if (placement.connection) continue
    const used = await engines[placement.engine].measureUsage(placement)
    rows += used.rows
    rowBytes += used.bytes
  }
  return { rows, rowBytes, fileBytes: await sumFileBytes(db, projectId) }
}

/** Records the limits that a measured project has reached, and forgets those that it no longer reaches. */
async function compare(parts: Parts, projectId: string, stored: Stored): Promise<void> {
  const limits = parts.budgets.of(projectId)
  parts.usage.learn(projectId, stored)
  const reached = STOCK_KINDS.flatMap((kind) => {
    const level = levelOf(limits[kind], amountOf(kind, stored))
    return level === 'hard' ? [`${kind}/soft`, `${kind}/hard`] : level ? [`${kind}/${level}`] : []
  })
  await dropStockCrossings(parts.db, { projectId, except: reached })
}

/** Measures one project that has changed; false if none is due. A project that fails is due again after the lease. */
async function measureNext(parts: Parts): Promise<boolean> {
  const due = await claimDueProject(parts.db, LEASE_SECONDS)
  if (!due) return false
  const { projectId } = due
  const startedAt = performance.now()
  try {
    const measured = await measure(parts, projectId)
    const seconds = (performance.now() - startedAt) / 1_000
    const pauseSeconds = Math.max(MIN_PAUSE_SECONDS, seconds * PAUSE_FACTOR)
    const isShort = seconds < SHORT_SECONDS
    const stored = await putMeasured(parts.db, { ...due, measured, isShort, pauseSeconds })
    if (stored) await compare(parts, projectId, stored)
  } catch (error) {
    parts.log.warn({ err: error, projectId }, 'usage: measuring failed, retrying later')
  }
  return true
}

/** Measures projects that have changed; processes share them through leases. Also deletes old days. */
export function startMeasuringUsage(parts: Parts & Pick<ProjectsContext, 'jobs'>): StartedJob {
  const { db, jobs } = parts
  return stopAll([
    jobs.start({
      name: 'usage-measurement',
      everyMs: EVERY_MS,
      run: () => measureNext(parts),
    }),
    jobs.start({
      name: 'usage-retention',
      everyMs: SWEEP_MS,
      run: () => deleteOldUsage(db, USAGE_RETENTION_DAYS),
    }),
  ])
}
