import { type ApiKey, listKeys } from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'

/** API keys of the current environment. */
export function useKeys() {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  return useQuery({
    queryKey: ['keys', projectId],
    queryFn: ({ signal }) => client.call(listKeys, { params: { projectId }, signal }),
    // External requests update the last use, so every visit refetches.
    staleTime: 0,
    select: useCallback(
      ({ keys }: { keys: ApiKey[] }) => keys.filter((key) => key.environment === environment),
      [environment],
    ),
  })
}

export function useReloadKeys(): () => Promise<void> {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  return useCallback(
    () => queries.invalidateQueries({ queryKey: ['keys', projectId] }),
    [queries, projectId],
  )
}
