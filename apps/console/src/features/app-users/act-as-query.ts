import { ApiError } from '@plinth/client'
import { actAsAppUser } from '@plinth/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { usersStrings as strings } from './strings.ts'
import { usePlace } from './user-queries.ts'

/** Opens a session as a user; its token stays in memory only while the dialog is open. */
export function useActAs(tableId: string, userId: string) {
  const { projectId, place, key } = usePlace(tableId)
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending, data } = useMutation({
    mutationFn: (reason: string) =>
      client.call(actAsAppUser, { params: { projectId, userId }, body: { ...place, reason } }),
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: [...key, 'one', userId] }),
    onError: (error) => {
      logFailure('Acting as an app user', error)
      setProblem(error instanceof ApiError ? error.message : strings.toasts.failed)
    },
  })
  const start = (typed: string) => {
    const reason = typed.trim()
    if (isPending) return
    if (reason === '') setProblem(strings.actAs.reasonRequired)
    else mutate(reason)
  }
  const forgive = () => setProblem(undefined)
  return { start, forgive, busy: isPending, problem, session: data }
}
