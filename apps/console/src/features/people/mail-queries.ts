import { getMailStatus, sendTestMail } from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { mailStrings as strings } from './mail-strings.ts'

const MAIL = ['mail status'] as const
const POLL_MS = 1_000

/** Polls while a test mail is on its way. */
export function useMailStatus() {
  return useQuery({
    queryKey: MAIL,
    queryFn: ({ signal }) => client.call(getMailStatus, { signal }),
    refetchInterval: ({ state }) => (state.data?.testPending ? POLL_MS : false),
  })
}

export function useSendTestMail() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => client.call(sendTestMail),
    onError: (error) => {
      logFailure('Sending a test mail', error)
      showToast({ variant: 'destructive', title: strings.failed, description: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: MAIL }),
  })
}
