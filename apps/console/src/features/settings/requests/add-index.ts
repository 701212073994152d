import { ApiError } from '@plinth/client'
import { type IndexOffer, saveConfiguration } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { readStopRefusal } from '../../../api/stop-refusal.ts'
import { projectKey, useCurrentProject } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { requestStrings } from './strings.ts'

const words = requestStrings.offers

/** Adds a suggested index to dev's saved draft, based on the revision that was read. */
export function useAddIndex() {
  const project = useCurrentProject()
  const queries = useQueryClient()
  const projectId = project.id
  const { new_configuration: draft, revision } = project.configuration
  return useMutation({
    mutationFn: ({ tableId, columns }: IndexOffer) =>
      client.call(saveConfiguration, {
        params: { projectId },
        body: {
          newConfiguration: {
            ...draft,
            tables: draft.tables.map((table) =>
              table.id === tableId
                ? { ...table, indexes: [...(table.indexes ?? []), { columns, unique: false }] }
                : table,
            ),
          },
        },
        ifMatch: revision,
      }),
    onSuccess: (_, { table }) =>
      showToast({ title: words.added(table), description: words.addedText }),
    onError: (error) => {
      logFailure('Adding an index', error)
      const isStale = error instanceof ApiError && error.code === 'stale'
      const description = readStopRefusal(error) ?? (isStale ? words.stale : words.failedText)
      showToast({ title: words.failed, description, variant: 'destructive' })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: projectKey(projectId) }),
  })
}
