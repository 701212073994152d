import { type AppProvider, listAppProviders } from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import type { SignInOfTable } from './sign-in-query.ts'

/** A table needs an id per row. */
export interface ListedProvider extends AppProvider {
  id: string
}

const providersKey = (projectId: string) => ['app providers', projectId] as const

function useProvidersOf<T>(select: (answer: { data: AppProvider[]; callbackBase: string }) => T) {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: providersKey(projectId),
    queryFn: ({ signal }) => client.call(listAppProviders, { params: { projectId }, signal }),
    select,
  })
}

/** The providers of one Auth table in one environment. */
export const useAppProviders = ({ environmentId, tableId }: SignInOfTable) =>
  useProvidersOf(({ data }): ListedProvider[] =>
    data
      .filter((one) => one.environmentId === environmentId && one.tableId === tableId)
      .map((one) => ({ ...one, id: one.name })),
  )

/** Begins the redirect address of each provider. */
export const useCallbackBase = () => useProvidersOf(({ callbackBase }) => callbackBase).data

export function useReloadAppProviders(): () => void {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  return useCallback(() => {
    queries.invalidateQueries({ queryKey: providersKey(projectId) })
  }, [queries, projectId])
}
