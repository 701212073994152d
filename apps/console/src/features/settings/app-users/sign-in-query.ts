import { type AppMailPlace, type AppSignIn, listAppSignIn } from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'

/** A table needs an id per row. */
export interface SignInOfTable extends AppSignIn {
  id: string
  mails: AppMailPlace
}

const signInKey = (projectId: string) => ['app sign-in', projectId] as const

export function useAppSignIn() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: signInKey(projectId),
    queryFn: ({ signal }) => client.call(listAppSignIn, { params: { projectId }, signal }),
    select: ({ data, mails }): SignInOfTable[] =>
      data.map((one) => ({ ...one, id: `${one.environmentId} ${one.tableId}`, mails })),
  })
}

export function useReloadAppSignIn(): () => void {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  return useCallback(() => {
    queries.invalidateQueries({ queryKey: signInKey(projectId) })
  }, [queries, projectId])
}
