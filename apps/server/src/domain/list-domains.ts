import { listDomains as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listDomains as readDomains } from './domain-store.ts'

export const listDomains = route(endpoint, async ({ project }, { db }) => ({
  domains: await readDomains(db, project.id),
}))
