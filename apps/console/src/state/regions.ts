import { listRegions, REGIONS } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'

export const DEFAULT_CLUSTER = '(default cluster)'

/** Regions without a configured cluster; empty while loading. */
export function useUnmappedRegions(): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ['regions'],
    queryFn: ({ signal }) => client.call(listRegions, { signal }),
  })
  const unmapped = data?.regions.filter((region) => !region.mapped) ?? []
  return new Set(unmapped.map((region) => region.value))
}

/** `Frankfurt`, or `Frankfurt (default cluster)` if it has none of its own. */
export function describeRegion(value: string, unmapped: ReadonlySet<string>): string {
  const label = REGIONS.find((region) => region.value === value)?.label ?? value
  return unmapped.has(value) ? `${label} ${DEFAULT_CLUSTER}` : label
}
