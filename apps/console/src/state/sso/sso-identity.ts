import { CONSOLE_PATH, getSsoIdentity, startSsoConnection, startSsoProof } from '@plinth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { storeSsoHandle } from './sso-handle.ts'

export const IDENTITY_KEY = ['sso identity'] as const

/** The connection of the own account with the identity provider; null without one. */
export function useIdentity() {
  return useQuery({
    queryKey: IDENTITY_KEY,
    queryFn: ({ signal }) => client.call(getSsoIdentity, { signal }),
    select: ({ identity }) => identity,
    staleTime: 0,
  })
}

/** The name of the provider with which the own account can be connected; null without one. */
export function useOfferedProvider() {
  return useQuery({
    queryKey: IDENTITY_KEY,
    queryFn: ({ signal }) => client.call(getSsoIdentity, { signal }),
    select: ({ offered }) => offered,
    staleTime: 0,
  })
}

/** The page to open afterwards; without its query if that has characters which the server refuses. */
function currentPage(): string {
  const { pathname, search } = location
  const pages = [`${pathname}${search}`, pathname, '/home']
  return pages.find((page) => CONSOLE_PATH.test(page)) ?? '/home'
}

/** Leaves the page for the provider, which asks the person again and leads back to it. */
export function useProviderProof() {
  return useMutation({
    mutationFn: () => client.call(startSsoProof, { body: { redirect: currentPage() } }),
    gcTime: 0,
    onSuccess: ({ url, handle }) => {
      storeSsoHandle(handle, 'proof')
      location.assign(url)
    },
  })
}

/** Leaves the page for the provider, whose person then signs in to the own account. */
export function useConnection() {
  return useMutation({
    mutationFn: () => client.call(startSsoConnection, { body: { redirect: currentPage() } }),
    gcTime: 0,
    onSuccess: ({ url, handle }) => {
      storeSsoHandle(handle, 'connection')
      location.assign(url)
    },
  })
}
