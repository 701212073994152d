import { ApiError } from '@plinth/client'
import {
  createSavedQuery,
  deleteSavedQuery,
  listSavedQueries,
  type SavedQuery,
  updateSavedQuery,
} from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { queryDrafts, settleDraft } from './query-drafts.ts'
import { sqlStrings as strings } from './strings.ts'

const keyOf = (projectId: string) => ['saved queries', projectId] as const

export function useSavedQueries(projectId: string) {
  return useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => client.call(listSavedQueries, { params: { projectId }, signal }),
    select: ({ queries }) => queries,
  })
}

/** Why a query could not be saved or deleted, for the person. */
export function describeFailure(error: unknown): string {
  return error instanceof ApiError ? error.message : strings.tryAgain
}

type Written = Pick<SavedQuery, 'name' | 'sql'>
/** A changed query names the revision that was read, so that a newer one is not overwritten. */
type Saving = Written & { saved?: SavedQuery | undefined }

/** Saves a new query, or the changed name and text of a saved one. */
export function useSaveQuery(projectId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async ({ saved, name, sql }: Saving) => {
      const body = { name, sql }
      const { query } = saved
        ? await client.call(updateSavedQuery, {
            params: { projectId, queryId: saved.id },
            body,
            ifMatch: saved.revision,
          })
        : await client.call(createSavedQuery, { params: { projectId }, body })
      return query
    },
    onSuccess: (query, { saved }) => {
      cache.setQueryData(keyOf(projectId), (now: { queries: SavedQuery[] } | undefined) => {
        const others = now?.queries.filter(({ id }) => id !== query.id) ?? []
        return {
          queries: [...others, query].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
        }
      })
      if (saved) settleDraft(projectId, saved, query)
      showToast({ title: strings.savedAs(query.name) })
    },
    onError: (error) => logFailure('Saving a query', error),
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(projectId) }),
  })
}

export function useDeleteQuery(projectId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, revision }: SavedQuery) =>
      client.call(deleteSavedQuery, { params: { projectId, queryId: id }, ifMatch: revision }),
    onSuccess: (_, { id, name }) => {
      queryDrafts.drop(projectId, id)
      showToast({ title: strings.deleted(name) })
    },
    onError: (error) => {
      logFailure('Deleting a query', error)
      showToast({
        title: strings.deleteFailed,
        description: describeFailure(error),
        variant: 'destructive',
      })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: keyOf(projectId) }),
  })
}
