import { listRuns as endpoint } from '@plinth/contract'
import { route } from '../../../foundation/http/calls/route.ts'
import type { WorkflowsContext } from '../../context.ts'
import { selectRuns as readRuns } from '../records/run-list-store.ts'

export const listRuns = route(endpoint, async ({ project, query }, { db }: WorkflowsContext) => {
  const { limit } = query
  const runs = await readRuns(db, { ...query, projectId: project.id, limit: limit + 1 })
  const page = runs.slice(0, limit)
  return { runs: page, nextCursor: runs.length > limit ? (page.at(-1)?.id ?? null) : null }
})
