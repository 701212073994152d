import { disconnectIdentity } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { isUnconfirmed } from '../../../api/recent-proof.ts'
import { IDENTITY_KEY } from '../../../state/sso/sso-identity.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { SESSIONS_KEY } from './sessions-query.ts'
import { profileStrings as strings } from './strings.ts'

export function useDisconnect() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.call(disconnectIdentity),
    onSuccess: () => showToast({ title: strings.disconnected }),
    onError: (error) => {
      logFailure('Disconnecting the identity', error)
      if (isUnconfirmed(error)) return
      showToast({
        variant: 'destructive',
        title: strings.disconnectFailed,
        description: error.message,
      })
    },
    onSettled: () =>
      Promise.all(
        [IDENTITY_KEY, SESSIONS_KEY].map((queryKey) => queries.invalidateQueries({ queryKey })),
      ),
  })
}
