import { getRequestChart, listRequests } from '@plinth/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { useLiveActivity } from '../../../state/activity/live-activity.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { isWrongId, type RequestFilters, toQuery } from './request-filters.ts'

const PAGE = 25
/** Polling interval, for proxies that buffer streams. */
export const LIVE_MS = 5_000
const LIVE = { staleTime: 0, placeholderData: keepPreviousData } as const

const toMinute = () => Math.floor(Date.now() / 60_000) * 60_000

/** One page of requests, updated when there is a new one. */
export function useRequests(filters: RequestFilters, cursor: string | undefined) {
  const projectId = useCurrentProject().id
  useLiveActivity('requests')
  const environment = useEnvironment()
  const requestId = filters.requestId.trim()
  return useQuery({
    queryKey: ['requests', projectId, environment, filters, cursor],
    queryFn: ({ signal }) => {
      const { from, ...query } = toQuery(filters, toMinute())
      const wanted = requestId && !isWrongId(requestId) ? { requestId } : { from }
      return client.call(listRequests, {
        params: { projectId },
        query: { environment, limit: PAGE, ...query, ...wanted, ...(cursor ? { cursor } : {}) },
        signal,
      })
    },
    ...LIVE,
    refetchInterval: LIVE_MS,
  })
}

/** Requests over time, updated with the list by `useChartWithList`; the request id filter is ignored. */
export function useRequestChart(filters: RequestFilters) {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  const { requestId: _, ...shown } = filters
  return useQuery({
    queryKey: ['request chart', projectId, environment, shown],
    queryFn: ({ signal }) =>
      client.call(getRequestChart, {
        params: { projectId },
        query: { environment, ...toQuery(filters, toMinute()) },
        signal,
      }),
    select: ({ chart }) => chart,
    ...LIVE,
  })
}
