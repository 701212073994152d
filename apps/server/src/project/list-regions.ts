import { listRegions as endpoint, REGIONS } from '@plinth/contract'
import { route } from '../http/route.ts'

export const listRegions = route(endpoint, async (_call, { env }) => ({
  regions: REGIONS.map((region) => ({ ...region, mapped: env.dataDatabases.has(region.value) })),
}))
