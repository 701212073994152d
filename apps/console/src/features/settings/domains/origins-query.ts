import { type AllowedOrigins, listOrigins } from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'

/** A table needs an id per row. */
export interface OriginsOfEnvironment extends AllowedOrigins {
  id: string
}

const originsKey = (projectId: string) => ['origins', projectId] as const

export function useOrigins() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: originsKey(projectId),
    queryFn: ({ signal }) => client.call(listOrigins, { params: { projectId }, signal }),
    select: ({ data }): OriginsOfEnvironment[] =>
      data.map((one) => ({ ...one, id: one.environmentId })),
  })
}

export function useReloadOrigins(): () => void {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  return useCallback(() => {
    queries.invalidateQueries({ queryKey: originsKey(projectId) })
  }, [queries, projectId])
}
