import { CONSOLE_PATH, getSsoIdentity, startSsoConnection, startSsoProof } from '@plinth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { usePageReturn } from '../../ui/hooks/use-page-return.ts'
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
  const start = useMutation({
    mutationFn: (page: string) => client.call(startSsoProof, { body: { redirect: page } }),
    gcTime: 0,
    onSuccess: ({ url, handle }, page) => {
      storeSsoHandle(handle, 'proof', page)
      location.assign(url)
    },
  })
  usePageReturn(start.reset)
  return { ...start, mutate: () => start.mutate(currentPage()) }
}

/** Leaves the page for the provider, whose person then signs in to the own account. */
export function useConnection() {
  const start = useMutation({
    mutationFn: (page: string) => client.call(startSsoConnection, { body: { redirect: page } }),
    gcTime: 0,
    onSuccess: ({ url, handle }, page) => {
      storeSsoHandle(handle, 'connection', page)
      location.assign(url)
    },
  })
  usePageReturn(start.reset)
  return { ...start, mutate: () => start.mutate(currentPage()) }
}
