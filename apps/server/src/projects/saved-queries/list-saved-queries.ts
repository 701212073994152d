import { listSavedQueries as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { selectSavedQueries } from './saved-query-store.ts'

export const listSavedQueries = route(endpoint, async ({ project }, { db }: ProjectsContext) => ({
  queries: await selectSavedQueries(db, project.id),
}))
