import { runMigration } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { PROJECTS_KEY } from './projects-query.ts'
import { projectListStrings as strings } from './strings.ts'

export function useRunMigration() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.call(runMigration),
    onSuccess: (counts) => {
      showToast({
        title: strings.migration.succeeded,
        description: strings.migration.counts(counts),
        variant: counts.failed > 0 ? 'destructive' : 'default',
      })
      return queries.invalidateQueries({ queryKey: PROJECTS_KEY })
    },
    onError: (error) =>
      showToast({
        title: strings.migration.failed,
        description: error.message,
        variant: 'destructive',
      }),
  })
}
