import { listReleases as endpoint } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { OperationsContext } from '../context.ts'
import { selectReleases as readReleases } from './release-store.ts'

export const listReleases = route(
  endpoint,
  async ({ project, query }, { db }: OperationsContext) => ({
    releases: await readReleases(db, { projectId: project.id, ...query }),
  }),
)
