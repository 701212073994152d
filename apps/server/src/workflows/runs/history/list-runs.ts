import { listRuns as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { selectRuns as readRuns } from '../records/run-list-store.ts'

export const listRuns = route(
  endpoint,
  async ({ project, query, staff }, { db }: WorkflowsContext) => {
    const { limit, startedBy, ...filter } = query
    const runs = await readRuns(db, {
      ...filter,
      projectId: project.id,
      limit: limit + 1,
      ...(startedBy ? { starter: { id: staff.id, isOther: startedBy === 'others' } } : {}),
    })
    const page = runs.slice(0, limit)
    return { runs: page, nextCursor: runs.length > limit ? (page.at(-1)?.id ?? null) : null }
  },
)
