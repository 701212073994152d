import {
  deleteSsoProvider,
  getSsoProvider,
  type SsoProvider,
  saveSsoProvider,
} from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { isUnconfirmed } from '../../api/recent-proof.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ssoStrings as strings } from './sso-strings.ts'

const PROVIDER = ['sso provider'] as const

export type SavedProvider = SsoProvider & { clientSecret?: string }

export function useProvider() {
  return useQuery({
    queryKey: PROVIDER,
    queryFn: ({ signal }) => client.call(getSsoProvider, { signal }),
  })
}

export function useSaveProvider() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SavedProvider) => client.call(saveSsoProvider, { body }),
    gcTime: 0,
    onSuccess: () => showToast({ title: strings.saved }),
    onSettled: () => queries.invalidateQueries({ queryKey: PROVIDER }),
  })
}

export function useRemoveProvider() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.call(deleteSsoProvider),
    onSuccess: () => showToast({ title: strings.removed }),
    onError: (error) => {
      logFailure('Removing the identity provider', error)
      if (isUnconfirmed(error)) return
      showToast({ variant: 'destructive', title: strings.failed, description: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: PROVIDER }),
  })
}
