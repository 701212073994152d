import { listOrigins as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { selectOrigins } from './origin-store.ts'

export const listOrigins = route(endpoint, async ({ project }, { db }: ProjectsContext) => ({
  data: await selectOrigins(db, project.id),
}))
