import { listReleases as endpoint } from '@plinth/contract'
import { route } from '../http/route.ts'
import { listReleases as readReleases } from './release-store.ts'

export const listReleases = route(endpoint, async ({ project, query }, { db }) => ({
  releases: await readReleases(db, { projectId: project.id, ...query }),
}))
