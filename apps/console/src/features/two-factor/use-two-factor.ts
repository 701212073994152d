import { ApiError } from '@plinth/client'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
} from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { TWO_FACTOR_KEY } from '../../state/two-factor.ts'

export function useReloadAccount() {
  const queries = useQueryClient()
  return () => {
    queries.invalidateQueries({ queryKey: TWO_FACTOR_KEY })
    return queries.invalidateQueries({ queryKey: ['current user'] })
  }
}

export const useBegin = () =>
  useMutation({
    mutationFn: (currentPassword: string) =>
      client.call(beginTwoFactor, { body: { currentPassword } }),
  })

export const useConfirm = () =>
  useMutation({ mutationFn: (code: string) => client.call(confirmTwoFactor, { body: { code } }) })

export const useRenew = () =>
  useMutation({
    mutationFn: (currentPassword: string) =>
      client.call(renewRecoveryCodes, { body: { currentPassword } }),
  })

export const useEnd = () =>
  useMutation({
    mutationFn: (body: { currentPassword: string; code: string }) =>
      client.call(endTwoFactor, { body }),
  })

/** Error message for a field, or for none of them. */
export function errorAt(error: Error | null, path: string): string | undefined {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return undefined
  return error.details.find((issue) => issue.path === path)?.message
}
