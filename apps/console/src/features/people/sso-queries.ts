import {
  deleteSsoProvider,
  getSsoProvider,
  type SsoProvider,
  saveSsoProvider,
} from '@plinth/contract'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { isUnconfirmed } from '../../api/recent-proof.ts'
import { SSO_KEY } from '../../state/sso/sso-provider.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ssoStrings as strings } from './sso-strings.ts'

const PROVIDER = ['sso provider'] as const

export type SavedProvider = SsoProvider & { clientSecret?: string }

const refresh = (queries: QueryClient) =>
  Promise.all([PROVIDER, SSO_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })))

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
    onSettled: () => refresh(queries),
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
    onSettled: () => refresh(queries),
  })
}
