import {
  type EnvironmentName,
  listReleases,
  listTrash,
  type Release,
  restoreFromTrash,
  type TrashItem,
  undoRelease,
} from '@plinth/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { projectKey } from '../../state/current-project.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { followRelease, WATCHED } from './follow-release.ts'
import { historyStrings as strings } from './history-strings.ts'

const historyKey = (projectId: string) => ['history', projectId] as const

/** The migration log of an environment, newest first. */
export function useReleases(projectId: string, environment: EnvironmentName) {
  return useQuery({
    queryKey: [...historyKey(projectId), 'releases', environment],
    queryFn: ({ signal }) =>
      client.call(listReleases, { params: { projectId }, query: { environment }, signal }),
    select: ({ releases }) => releases,
    gcTime: 0,
  })
}

/** Tables and fields deleted from dev that can still be restored. */
export function useTrash(projectId: string) {
  return useQuery({
    queryKey: [...historyKey(projectId), 'trash'],
    queryFn: ({ signal }) => client.call(listTrash, { params: { projectId }, signal }),
    select: ({ trash }) => trash,
    gcTime: 0,
  })
}

interface HistoryAction {
  /** The id of the item, so that only its button shows as busy. */
  on: string
  start: () => Promise<{ release: Release }>
  done: string
  failed: string
}

/** Undo and Restore: one at a time, followed until they end; project queries are then invalidated. */
export function useHistoryActions(projectId: string) {
  const queries = useQueryClient()
  const [busyOn, setBusyOn] = useState<string>()
  const [release, setRelease] = useState<Release>()
  const run = async ({ on, start, done, failed }: HistoryAction) => {
    if (busyOn !== undefined) return
    setBusyOn(on)
    try {
      const started = await start()
      await followRelease(started.release, { projectId, onProgress: setRelease })
      showToast({ title: done })
    } catch (error) {
      logFailure('Undo or restore', error)
      const description = error instanceof Error ? error.message : String(error)
      showToast({ title: failed, description, variant: 'destructive' })
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: historyKey(projectId) }),
      queries.invalidateQueries({ queryKey: projectKey(projectId) }),
    ])
    setRelease(undefined)
    setBusyOn(undefined)
  }
  return {
    busyOn,
    release,
    undo: (on: string) =>
      run({
        on,
        start: () => client.call(undoRelease, { params: { projectId }, ...WATCHED }),
        done: strings.undone,
        failed: strings.undoFailed,
      }),
    restore: ({ id, name }: TrashItem) =>
      run({
        on: id,
        start: () =>
          client.call(restoreFromTrash, { params: { projectId, trashId: id }, ...WATCHED }),
        done: strings.restored(name),
        failed: strings.restoreFailed,
      }),
  }
}

export type HistoryActions = ReturnType<typeof useHistoryActions>
