import { listRegions as endpoint, REGIONS } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import type { ProjectsContext } from '../context.ts'

export const listRegions = route(endpoint, async (_call, { env }: ProjectsContext) => ({
  regions: REGIONS.map((region) => ({ ...region, mapped: env.dataDatabases.has(region.value) })),
}))
