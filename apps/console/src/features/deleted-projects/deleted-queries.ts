import { eraseProject, listDeletedProjects, restoreProject } from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { isUnconfirmed } from '../../api/recent-proof.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { deletedProjectsStrings as strings } from './strings.ts'

const DELETED = ['deleted projects'] as const

export function useDeletedProjects() {
  return useQuery({
    queryKey: DELETED,
    queryFn: ({ signal }) => client.call(listDeletedProjects, { signal }),
  })
}

/** Restores a project; the dialog shows why it failed. */
export function useRestoreProject() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      client.call(restoreProject, { params: { deletedProjectId: id }, body: { name } }),
    onSuccess: ({ name }) =>
      showToast({
        title: strings.restoring.succeeded,
        description: strings.restoring.succeededText(name),
      }),
    onError: (error) => logFailure('Restoring a project', error),
    onSettled: () => queries.invalidateQueries({ queryKey: DELETED }),
  })
}

/** Deletes a project for good. */
export function useEraseProject() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => client.call(eraseProject, { params: { deletedProjectId: id } }),
    onSuccess: () =>
      showToast({
        title: strings.erasing.succeeded,
        description: strings.erasing.succeededText,
      }),
    onError: (error) => {
      if (isUnconfirmed(error)) return showToast({ title: error.message })
      logFailure('Deleting a project for good', error)
      showToast({
        title: strings.erasing.failed,
        description: error.message,
        variant: 'destructive',
      })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: DELETED }),
  })
}
