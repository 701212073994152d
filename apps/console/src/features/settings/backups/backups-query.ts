import { type Backup, type BackupStore, getBackupSchedule, listBackups } from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { client } from '../../../api/client.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'

const BACKUP_POLL_MS = 1_000

export const isUnderWay = ({ state }: Pick<Backup, 'state'>): boolean =>
  state === 'queued' || state === 'running'

type Answer = { backups: Backup[]; stores: BackupStore[] }

/** Polled while a backup is running. */
function useBackups<T>(select: (answer: Answer) => T) {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['backups', projectId],
    queryFn: ({ signal }) => client.call(listBackups, { params: { projectId }, signal }),
    // Schedules add backups, so every visit refetches.
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.backups.some(isUnderWay) ? BACKUP_POLL_MS : false),
    select,
  })
}

const backupsOf = ({ backups }: Answer) => backups
const storesOf = ({ stores }: Answer) => stores
const NO_STORES: readonly BackupStore[] = []

/** The project's backups, newest first. */
export const useBackupList = () => useBackups(backupsOf)

/** Where a new backup can be stored. */
export const useBackupStores = (): readonly BackupStore[] => useBackups(storesOf).data ?? NO_STORES

export function useBackupSchedule() {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['backup schedule', projectId],
    queryFn: ({ signal }) => client.call(getBackupSchedule, { params: { projectId }, signal }),
    staleTime: 0,
    select: ({ schedule }) => schedule,
  })
}

export function useReloadBackups(): () => Promise<void> {
  const queries = useQueryClient()
  const projectId = useCurrentProject().id
  return useCallback(async () => {
    await queries.invalidateQueries({ queryKey: ['backups', projectId] })
    await queries.invalidateQueries({ queryKey: ['backup schedule', projectId] })
  }, [queries, projectId])
}
