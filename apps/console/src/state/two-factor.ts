import { getTwoFactor } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'

export const TWO_FACTOR_KEY = ['two-factor'] as const

/** Whether the user has two-factor authentication; never cached, because another window may change it. */
export function useTwoFactor() {
  return useQuery({
    queryKey: TWO_FACTOR_KEY,
    queryFn: ({ signal }) => client.call(getTwoFactor, { signal }),
    staleTime: 0,
  })
}
