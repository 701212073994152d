import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { StartedJob } from '../../foundation/jobs/jobs.ts'
import type { ProjectsContext } from '../context.ts'
import { beginErasure } from './begin-erasure.ts'
import { lockExpiredProject } from './deletion-store.ts'

type Parts = Pick<ProjectsContext, 'db' | 'durable'>

const EVERY_MS = 600_000

/** Begins the removal of one project that was deleted 30 days ago; false if there is none. */
export async function eraseExpired({ db, durable }: Parts): Promise<boolean> {
  const isErased = await db.transaction(async (transaction) => {
    const expired = await lockExpiredProject(transaction)
    if (!expired) return false
    const { organisationId } = expired
    await addAudit(transaction, {
      author: { organisationId, staffId: null, requestId: 'erase-deleted-projects' },
      entry: await beginErasure(transaction, expired),
    })
    return true
  })
  if (isErased) durable.wake()
  return isErased
}

/** Erases deleted projects that can no longer be restored. */
export function startErasingExpired(parts: Parts & Pick<ProjectsContext, 'jobs'>): StartedJob {
  return parts.jobs.start({
    name: 'erase-deleted-projects',
    everyMs: EVERY_MS,
    run: () => eraseExpired(parts),
  })
}
