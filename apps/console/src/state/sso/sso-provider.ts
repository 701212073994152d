import { getSsoOptions } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../api/client.ts'

export const SSO_KEY = ['sso'] as const

/** The identity provider that the server offers to people who are not signed in. */
export function useSsoProvider() {
  const { data, isPending, failureCount } = useQuery({
    queryKey: SSO_KEY,
    queryFn: ({ signal }) => client.call(getSsoOptions, { signal }),
    select: ({ provider }) => provider,
  })
  /** Whether the first answer is awaited, which decides what the page shows. */
  return { provider: data, isAwaited: isPending && failureCount === 0 }
}
