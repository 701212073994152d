import { listSessions, revokeSession } from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'

export const SESSIONS_KEY = ['sessions'] as const

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => client.call(listSessions, { signal }),
    select: ({ sessions }) => sessions,
  })
}

export function useRevokeSession() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) => client.call(revokeSession, { params: { sessionId } }),
    onError: (error) => logFailure('Revoking a session', error),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
}
