import { getRunChart, getRunRetention, listRuns, listWorkflows } from '@plinth/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { useLiveActivity } from '../../../state/activity/live-activity.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { chartRange, listRange, type RunFilters } from './run-filters.ts'

const PAGE = 25
/** Polling interval while a run on the page is active. */
const LIVE_MS = 1_500
/** Polling interval otherwise, for proxies that buffer streams: new runs are announced. */
const CALM_MS = 10_000

const toMinute = () => Math.floor(Date.now() / 60_000) * 60_000
const some = <T>(name: string, value: T | undefined) =>
  value === undefined ? {} : { [name]: value }

/** One page of runs, updated when there is a new one, and polled while one is active. */
export function useRuns(filters: RunFilters, cursor: string | undefined) {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  useLiveActivity('runs')
  return useQuery({
    queryKey: ['runs', projectId, environment, filters, cursor],
    queryFn: ({ signal }) =>
      client.call(listRuns, {
        params: { projectId },
        query: {
          environment,
          limit: PAGE,
          ...listRange(filters, toMinute()),
          ...some('status', filters.status),
          ...some('trigger', filters.trigger),
          ...some('workflowId', filters.workflowId),
          ...some('cursor', cursor),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ endedOn }) => endedOn === null) ? LIVE_MS : CALM_MS,
  })
}

/**
 * Runs over time, updated with the list by `useChartWithList`. The status filter is ignored, because the chart shows
 * every status.
 */
export function useRunChart(filters: RunFilters) {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  const { status: _, ...shown } = filters
  return useQuery({
    queryKey: ['run chart', projectId, environment, shown],
    queryFn: ({ signal }) =>
      client.call(getRunChart, {
        params: { projectId },
        query: {
          environment,
          ...chartRange(filters, toMinute()),
          ...some('trigger', filters.trigger),
          ...some('workflowId', filters.workflowId),
        },
        signal,
      }),
    select: ({ chart }) => chart,
    placeholderData: keepPreviousData,
  })
}

export function useRunRetention() {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  return useQuery({
    queryKey: ['run retention', projectId, environment],
    queryFn: ({ signal }) =>
      client.call(getRunRetention, { params: { projectId }, query: { environment }, signal }),
    select: ({ retention }) => retention,
    gcTime: 0,
    staleTime: 0,
  })
}

/** Workflows for the filter; shares its query with the workflow list. */
export function useWorkflowNames() {
  const projectId = useCurrentProject().id
  const shown = useEnvironment()
  return useQuery({
    queryKey: ['workflows', projectId],
    queryFn: ({ signal }) => client.call(listWorkflows, { params: { projectId }, signal }),
    select: ({ workflows }) =>
      workflows
        .filter(({ environment }) => environment.name === shown)
        .map(({ id, name }) => ({ id, name })),
  })
}
