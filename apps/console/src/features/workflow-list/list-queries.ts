import {
  listCredentials,
  listNodeDefinitions,
  listWorkflowActivity,
  listWorkflows,
} from '@plinth/contract'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { client } from '../../api/client.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useEnvironment } from '../../state/environment.ts'
import { showToast, type ToastContent } from '../../ui/toast/toast.ts'
import { workflowListStrings as strings } from './strings.ts'

/** The lists contain both environments; this selects the current one. */
function useOfEnvironment() {
  const shown = useEnvironment()
  return useCallback(
    <Item extends { environment: { name: string } }>(items: readonly Item[]) =>
      items.filter(({ environment }) => environment.name === shown),
    [shown],
  )
}

function useToastOnError(query: UseQueryResult<unknown>, toast: Omit<ToastContent, 'variant'>) {
  const { isError, errorUpdatedAt } = query
  const { title, description } = toast
  // biome-ignore lint/correctness/useExhaustiveDependencies: show a toast per failure, not per text change
  useEffect(() => {
    if (!isError) return
    const more = description === undefined ? {} : { description }
    showToast({ title, ...more, variant: 'destructive' })
  }, [isError, errorUpdatedAt])
}

export function useWorkflows() {
  const projectId = useCurrentProject().id
  const ofEnvironment = useOfEnvironment()
  const query = useQuery({
    queryKey: ['workflows', projectId],
    queryFn: ({ signal }) => client.call(listWorkflows, { params: { projectId }, signal }),
    select: ({ workflows }) => ofEnvironment(workflows),
  })
  const { fetchFailed: title, fetchFailedText: description } = strings.workflow
  useToastOnError(query, { title, description })
  return query
}

const ACTIVITY_MS = 10_000

/** The last run and the next scheduled time by workflow; empty for users who may not see the runs. */
export function useWorkflowActivity() {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  return useQuery({
    queryKey: ['workflow activity', projectId, environment],
    queryFn: ({ signal }) =>
      client.call(listWorkflowActivity, { params: { projectId }, query: { environment }, signal }),
    select: ({ activity }) => new Map(activity.map((one) => [one.workflowId, one])),
    refetchInterval: ACTIVITY_MS,
  })
}

/** The kinds of nodes of this server; shares its query with the editor. */
export function useNodeKinds() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['node definitions', projectId],
    queryFn: ({ signal }) => client.call(listNodeDefinitions, { params: { projectId }, signal }),
    select: ({ data }) => Object.values(data.nodeDefinitions).flat(),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useCredentials() {
  const projectId = useCurrentProject().id
  const ofEnvironment = useOfEnvironment()
  const query = useQuery({
    queryKey: ['credentials', projectId],
    queryFn: ({ signal }) => client.call(listCredentials, { params: { projectId }, signal }),
    select: ({ credentials }) => ofEnvironment(credentials),
  })
  useToastOnError(query, { title: strings.credential.fetchFailed })
  return query
}

/** Invalidates a list after a change. */
export function useReload(list: 'workflows' | 'credentials'): () => Promise<void> {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  return useCallback(
    () => queries.invalidateQueries({ queryKey: [list, projectId] }),
    [queries, list, projectId],
  )
}
