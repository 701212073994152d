import { listRestores, planRestore } from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { isUnderWay } from './backups-query.ts'

const RESTORE_POLL_MS = 1_000

/** The latest restore started from this project, polled while it runs. */
export function useLastRestore() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['restores', projectId],
    queryFn: ({ signal }) => client.call(listRestores, { params: { projectId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.restores.some(isUnderWay) ? RESTORE_POLL_MS : false,
    select: ({ restores }) => restores[0] ?? null,
  })
}

export function useReloadRestores(): () => Promise<void> {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  return useCallback(
    () => queries.invalidateQueries({ queryKey: ['restores', projectId] }),
    [queries, projectId],
  )
}

/** What a restore would bring and what it would delete. */
export function useRestorePlan(backupId: string) {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['restore plan', projectId, backupId],
    queryFn: ({ signal }) => client.call(planRestore, { params: { projectId, backupId }, signal }),
    staleTime: 0,
    gcTime: 0,
  })
}
