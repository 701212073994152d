import { getDevUser } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../api/client.ts'

/** The signed-in member of staff with their organisation; evicted from the cache when its last observer unmounts. */
export function useCurrentUser() {
  return useQuery({
    queryKey: ['current user'],
    queryFn: ({ signal }) => client.call(getDevUser, { signal }),
    gcTime: 0,
  })
}

export function useIsAdmin(): boolean {
  return useCurrentUser().data?.user.role === 'admin'
}
