import {
  endAppSessions,
  getAppAccount,
  listAppAccounts,
  removeAppIdentity,
  removeAppPasskey,
  saveAppAccount,
  sendAppReset,
} from '@plinth/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useEnvironment } from '../../state/environment.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { usersStrings as strings } from './strings.ts'

const USERS = 'app users'

/** The project and environment whose users the screen shows. */
export function usePlace(tableId: string) {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  return {
    projectId,
    place: { environment, tableId },
    key: [USERS, projectId, environment, tableId],
  }
}

/** One page of the users of a table. */
export function useUsers(tableId: string, search: string, cursor: string | undefined) {
  const { projectId, place, key } = usePlace(tableId)
  return useQuery({
    queryKey: [...key, 'list', search, cursor],
    queryFn: ({ signal }) =>
      client.call(listAppAccounts, {
        params: { projectId },
        query: { ...place, search, cursor: cursor ?? '' },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

/** The account of one user. */
export function useUser(tableId: string, userId: string) {
  const { projectId, place, key } = usePlace(tableId)
  return useQuery({
    queryKey: [...key, 'one', userId],
    queryFn: ({ signal }) =>
      client.call(getAppAccount, { params: { projectId, userId }, query: place, signal }),
    select: ({ account }) => account,
    staleTime: 0,
  })
}

function showFailure(error: Error): void {
  logFailure('Changing an app user', error)
  const { failed } = strings.toasts
  showToast({ variant: 'destructive', title: failed, description: error.message })
}

export type UserAct = 'disabled' | 'enabled' | 'signedOut' | 'sent'

/** Changes the account of one user. */
export function useUserAct(tableId: string, userId: string) {
  const { projectId, place, key } = usePlace(tableId)
  const queries = useQueryClient()
  const params = { projectId, userId }
  return useMutation({
    mutationFn: async (act: UserAct): Promise<void> => {
      if (act === 'sent') await client.call(sendAppReset, { params, body: place })
      else if (act === 'signedOut') await client.call(endAppSessions, { params, body: place })
      else {
        const isDisabled = act === 'disabled'
        await client.call(saveAppAccount, { params, body: { ...place, isDisabled } })
      }
    },
    onSuccess: (_, act) => showToast({ title: strings.toasts[act] }),
    onError: showFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Removes a passkey of a user, named by its id. */
export function useRemoveAppPasskey(tableId: string, userId: string) {
  const { projectId, place, key } = usePlace(tableId)
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (passkeyId: string) =>
      client.call(removeAppPasskey, { params: { projectId, userId, passkeyId }, body: place }),
    onSuccess: () => showToast({ title: strings.toasts.passkeyRemoved }),
    onError: showFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Unlinks an identity of a provider from a user. */
export function useRemoveIdentity(tableId: string, userId: string) {
  const { projectId, place, key } = usePlace(tableId)
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (issuer: string) =>
      client.call(removeAppIdentity, { params: { projectId, userId }, body: { ...place, issuer } }),
    onSuccess: () => showToast({ title: strings.toasts.unlinked }),
    onError: showFailure,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
