import type { StartedJob } from '../../../../foundation/jobs/jobs.ts'
import type { WorkflowsContext } from '../../../context.ts'
import { enqueueWarnings } from './warning-store.ts'

const EVERY_MS = 60_000
const BATCH = 20

type Parts = Pick<WorkflowsContext, 'db' | 'durable' | 'jobs'>

/** Enqueues the mails of a batch; true if more may be due. Processes share the work through row locks. */
export async function warnOfEnds({ db, durable }: Pick<Parts, 'db' | 'durable'>): Promise<boolean> {
  const counts = await db.transaction(async (transaction) => [
    await enqueueWarnings(transaction, { kind: 'lost', limit: BATCH }),
    await enqueueWarnings(transaction, { kind: 'ending', limit: BATCH }),
  ])
  if (counts.some((count) => count > 0)) durable.wake()
  return counts.includes(BATCH)
}

/** Mails the owners of a project before an OAuth2 connection ends, and when it is lost. */
export function startCredentialWarnings(parts: Parts): StartedJob {
  return parts.jobs.start({
    name: 'credential-warnings',
    everyMs: EVERY_MS,
    run: () => warnOfEnds(parts),
  })
}
