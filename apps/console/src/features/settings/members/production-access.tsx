import { ApiError } from '@plinth/client'
import { getProductionAccess, saveProductionAccess } from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { SwitchRow } from '../../../ui/forms/switch.tsx'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { membersStrings as strings } from './strings.ts'

const words = strings.productionAccess

function useProductionAccess() {
  const projectId = useCurrentProject().id
  const params = { projectId }
  const queryKey = ['production access', projectId]
  const queries = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(getProductionAccess, { params, signal }),
    staleTime: 0,
    select: ({ access }) => access,
  })
  const saving = useMutation({
    mutationFn: (developersCanRead: boolean) =>
      client.call(saveProductionAccess, {
        params,
        body: { developersCanRead },
        ...(query.data ? { ifMatch: query.data.revision } : {}),
      }),
    onSuccess: (answer) => {
      queries.setQueryData(queryKey, answer)
      showToast({ title: words.saved })
    },
    onError: async (error) => {
      logFailure('Saving who may read production data', error)
      const description = error instanceof ApiError ? error.message : undefined
      showToast({
        title: words.failed,
        variant: 'destructive',
        ...(description ? { description } : {}),
      })
      await query.refetch()
    },
  })
  return { query, saving }
}

/** Switch that lets developers read production's rows, runs, requests and backups. */
export function ProductionAccess() {
  const { role } = useCurrentProject()
  const { query, saving } = useProductionAccess()
  const { data } = query
  if (data === undefined && query.isError) {
    return <ErrorState className="py-4" busy={query.isFetching} onRetry={() => query.refetch()} />
  }
  const row = (disabled: boolean) => (
    <SwitchRow
      label={words.label}
      hint={words.hint}
      checked={saving.isPending ? saving.variables : (data?.developersCanRead ?? false)}
      disabled={disabled}
      onCheckedChange={(next) => saving.mutate(next)}
    />
  )
  return (
    <section
      aria-label={words.title}
      className="mt-4 rounded-xl border bg-surface px-4 py-3 shadow-1"
    >
      {data === undefined ? <Skeleton className="h-8 w-full" /> : null}
      {data && role !== 'developer' ? row(saving.isPending) : null}
      {data && role === 'developer' ? (
        <Tooltip text={words.ownersOnly}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable by keyboard */}
          <div tabIndex={0} className="ring-focus rounded-md">
            {row(true)}
          </div>
        </Tooltip>
      ) : null}
    </section>
  )
}
