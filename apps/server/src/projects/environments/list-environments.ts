import { listEnvironments as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { selectEnvironments as readEnvironments } from './environment-store.ts'

export const listEnvironments = route(endpoint, async ({ project }, { db }: ProjectsContext) => ({
  environments: await readEnvironments(db, project.id),
}))
