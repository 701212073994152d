import { addAudit } from '../../foundation/audit/audit-store.ts'
import type { StartedJob } from '../../foundation/jobs/jobs.ts'
import type { ProjectsContext } from '../context.ts'
import {
  markProved,
  recordProblem,
  selectWaitingDomains,
  type WaitingDomain,
} from './domain-store.ts'
import { proveHost } from './prove-host.ts'

type Parts = Pick<ProjectsContext, 'db' | 'env' | 'jobs'>

const EVERY_MS = 60_000
const AFTER_MINUTES = 5
/** Later a person starts the check. */
const FOR_DAYS = 30
const AT_ONCE = 20

const TAKEN = 'Another project has proved this domain.'

async function prove({ db }: Pick<Parts, 'db'>, domain: WaitingDomain): Promise<void> {
  const { id, host, projectId, organisationId, environment } = domain
  const isMarked = await db
    .transaction(async (transaction) => {
      if (!(await markProved(transaction, { id, host }))) throw new Error(TAKEN)
      await addAudit(transaction, {
        author: { organisationId, staffId: null, requestId: 'domain-checks' },
        entry: {
          ...{ action: 'proved', entity: 'domain', entityId: id, projectId, environment },
          after: { domain: host, environment },
        },
      })
      return true
    })
    .catch((error: Error) => {
      if (error.message !== TAKEN) throw error
      return false
    })
  if (!isMarked) await recordProblem(db, { id, problem: TAKEN })
}

/** Checks a batch of domains that wait for their proof; true if more may be due. */
export async function checkWaitingDomains(parts: Pick<Parts, 'db' | 'env'>): Promise<boolean> {
  const due = await selectWaitingDomains(parts.db, {
    afterMinutes: AFTER_MINUTES,
    forDays: FOR_DAYS,
    limit: AT_ONCE,
  })
  for (const domain of due) {
    const { proved, problem } = await proveHost(parts.env, { ...domain, isAdmin: false })
    if (proved) await prove(parts, domain)
    else await recordProblem(parts.db, { id: domain.id, problem })
  }
  return due.length === AT_ONCE
}

/** Looks up the records of waiting domains, so that nobody has to. Proved domains are never checked again. */
export function startDomainChecks(parts: Parts): StartedJob {
  return parts.jobs.start({
    name: 'domain-checks',
    everyMs: EVERY_MS,
    run: () => checkWaitingDomains(parts),
  })
}
