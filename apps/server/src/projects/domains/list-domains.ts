import { listDomains as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'
import { selectDomains } from './domain-store.ts'
import { toDomain } from './to-domain.ts'

export const listDomains = route(endpoint, async ({ project }, { db, env }: ProjectsContext) => {
  const stored = await selectDomains(db, project.id)
  return { domains: stored.map((one) => toDomain({ env, projectId: project.id }, one)) }
})
