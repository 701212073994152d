import { getDefaultBudget, getLiveUsage, getUsage } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'

/** Polling interval, because usage changes at any time. */
const LIVE_MS = 10_000

export const usageKey = (projectId: string) => ['usage', projectId] as const
export const DEFAULT_BUDGET_KEY = ['default budget'] as const

export function useUsage() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: usageKey(projectId),
    queryFn: ({ signal }) => client.call(getUsage, { params: { projectId }, signal }),
    select: ({ usage }) => usage,
    staleTime: 0,
    refetchInterval: LIVE_MS,
  })
}

/** Open streams of changes, polled for updates. */
export function useLiveUsage() {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  return useQuery({
    queryKey: ['live usage', projectId, environment],
    queryFn: ({ signal }) =>
      client.call(getLiveUsage, { params: { projectId }, query: { environment }, signal }),
    staleTime: 0,
    refetchInterval: LIVE_MS,
  })
}

/** The organisation's default budgets, loaded when an admin opens them. */
export function useDefaultBudget(isOpen: boolean) {
  return useQuery({
    queryKey: DEFAULT_BUDGET_KEY,
    queryFn: ({ signal }) => client.call(getDefaultBudget, { signal }),
    select: ({ budget }) => budget,
    enabled: isOpen,
    staleTime: 0,
  })
}
