import { listDomains as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { selectDomains as readDomains } from './domain-store.ts'

export const listDomains = route(endpoint, async ({ project }, { db }: ProjectsContext) => ({
  domains: await readDomains(db, project.id),
}))
