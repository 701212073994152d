import { listRuns as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listRuns as readRuns } from './run-list-store.ts'

export const listRuns = route(endpoint, async ({ project, query }, { db }) => {
  const { limit } = query
  const runs = await readRuns(db, { ...query, projectId: project.id, limit: limit + 1 })
  const page = runs.slice(0, limit)
  return { runs: page, nextCursor: runs.length > limit ? (page.at(-1)?.id ?? null) : null }
})
