import { type ErasurePlan, eraseAppUser, exportAppUser, planAppUserErasure } from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { isUnconfirmed } from '../../api/recent-proof.ts'
import { offerFile } from '../../ui/format/offer-file.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { usersStrings as strings } from './strings.ts'
import { usePlace } from './user-queries.ts'

const fail = (what: string) => (error: Error) => {
  if (isUnconfirmed(error)) return
  logFailure(what, error)
  const { failed } = strings.toasts
  showToast({ variant: 'destructive', title: failed, description: error.message })
}

/** Downloads everything that is stored about a user. */
export function useExport(tableId: string, userId: string) {
  const { projectId, place } = usePlace(tableId)
  return useMutation({
    mutationFn: () =>
      client.download(exportAppUser, { params: { projectId, userId }, query: place }),
    onSuccess: (file) => {
      offerFile(file, `user-${userId}.json`)
      showToast({ title: strings.toasts.exported })
    },
    onError: fail('Exporting an app user'),
  })
}

/** What erasing a user would do now; idle without a user. */
export function useErasurePlan(tableId: string, userId: string | undefined) {
  const { projectId, place, key } = usePlace(tableId)
  return useQuery({
    queryKey: [...key, 'erasure', userId],
    queryFn: ({ signal }) =>
      client.call(planAppUserErasure, {
        params: { projectId, userId: userId ?? '' },
        query: place,
        signal,
      }),
    select: ({ plan }) => plan,
    enabled: userId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
}

/** Erases a user as planned. */
export function useErase(tableId: string, userId: string) {
  const { projectId, place, key } = usePlace(tableId)
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ email, deletes }: ErasurePlan) =>
      client.call(eraseAppUser, {
        params: { projectId, userId },
        body: { ...place, email, deletes },
      }),
    onSuccess: () => showToast({ title: strings.toasts.erased }),
    onError: fail('Erasing an app user'),
    onSettled: () => queries.invalidateQueries({ queryKey: [...key, 'list'] }),
  })
}
