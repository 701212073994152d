import { listPersonalKeys, revokePersonalKey } from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'

const PERSONAL_KEYS_KEY = ['personal-keys'] as const

export function usePersonalKeys() {
  return useQuery({
    queryKey: PERSONAL_KEYS_KEY,
    queryFn: ({ signal }) => client.call(listPersonalKeys, { signal }),
    select: ({ keys }) => keys,
  })
}

export function useRevokePersonalKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (personalKeyId: string) =>
      client.call(revokePersonalKey, { params: { personalKeyId } }),
    onError: (error) => logFailure('Revoking a personal key', error),
    onSettled: () => queries.invalidateQueries({ queryKey: PERSONAL_KEYS_KEY }),
  })
}
