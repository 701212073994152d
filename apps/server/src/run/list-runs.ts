import { listRuns as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { guardProductionRuns } from './guard-production-runs.ts'
import { listRuns as readRuns } from './run-list-store.ts'

export const listRuns = route(endpoint, async ({ project, query }, { db }) => {
  guardProductionRuns(project, query.environment)
  const { limit } = query
  const runs = await readRuns(db, { ...query, projectId: project.id, limit: limit + 1 })
  const page = runs.slice(0, limit)
  return { runs: page, nextCursor: runs.length > limit ? (page.at(-1)?.id ?? null) : null }
})
