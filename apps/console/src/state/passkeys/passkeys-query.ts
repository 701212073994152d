import { addPasskey, listPasskeys, removePasskey, startPasskey } from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { TWO_FACTOR_KEY } from '../two-factor.ts'
import { createPasskey } from './browser-passkey.ts'

const PASSKEYS_KEY = ['passkeys'] as const

export function usePasskeys() {
  return useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: ({ signal }) => client.call(listPasskeys, { signal }),
    select: ({ passkeys }) => passkeys,
  })
}

function useReload() {
  const queries = useQueryClient()
  return () => {
    queries.invalidateQueries({ queryKey: TWO_FACTOR_KEY })
    return queries.invalidateQueries({ queryKey: PASSKEYS_KEY })
  }
}

interface NewPasskey {
  name: string
  currentPassword: string
}

/** `onAdded` gets the recovery codes also when its dialog was closed meanwhile, because they are sent only once. */
export function useAddPasskey(onAdded: (recoveryCodes: string[]) => void) {
  const reload = useReload()
  return useMutation({
    mutationFn: async ({ name, currentPassword }: NewPasskey) => {
      const { options } = await client.call(startPasskey, { body: { currentPassword } })
      const credential = await createPasskey(options)
      return client.call(addPasskey, { body: { name, credential } })
    },
    gcTime: 0,
    onSuccess: ({ recoveryCodes }) => {
      onAdded(recoveryCodes)
      reload()
    },
  })
}

export function useRemovePasskey() {
  return useMutation({
    mutationFn: (removal: { passkeyId: string; currentPassword: string }) => {
      const { passkeyId, currentPassword } = removal
      return client.call(removePasskey, { params: { passkeyId }, body: { currentPassword } })
    },
    gcTime: 0,
    onSettled: useReload(),
  })
}
