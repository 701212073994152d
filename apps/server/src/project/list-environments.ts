import { listEnvironments as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listEnvironments as readEnvironments } from './environment-store.ts'

export const listEnvironments = route(endpoint, async ({ project }, { db }) => ({
  environments: await readEnvironments(db, project.id),
}))
