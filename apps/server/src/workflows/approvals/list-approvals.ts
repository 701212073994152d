import { listApprovals as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../context.ts'
import { countOwnApprovals, selectApprovals } from './approval-list-store.ts'
import { deciderOf } from './decider-of.ts'

export const listApprovals = route(
  endpoint,
  async ({ project, query, staff }, { db }: WorkflowsContext) => {
    const who = deciderOf(staff, project)
    const { limit, ...filter } = query
    const named = { ...filter, projectId: project.id }
    const [found, mine] = await Promise.all([
      selectApprovals(db, { ...named, limit: limit + 1 }, who),
      countOwnApprovals(db, named, who),
    ])
    const approvals = found.slice(0, limit)
    const isMore = found.length > limit
    return { approvals, nextCursor: isMore ? (approvals.at(-1)?.id ?? null) : null, mine }
  },
)
