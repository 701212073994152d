import { getMailStatus, type MailStatus, sendTestMail } from '@plinth/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../api/client.ts'
import { logFailure } from '../../api/log-failure.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { mailStrings as strings } from './mail-strings.ts'

const MAIL = ['mail status'] as const
const POLL_MS = 1_000
const MAX_POLLS = 30

const mailStatus = {
  queryKey: MAIL,
  queryFn: ({ signal }: { signal: AbortSignal }) => client.call(getMailStatus, { signal }),
}

/** Polls while a test mail is on its way. */
export function useMailStatus() {
  return useQuery({
    ...mailStatus,
    refetchInterval: ({ state }) => (state.data?.testPending ? POLL_MS : false),
  })
}

function showResult({ testPending, lastDeliveredOn, lastFailedOn, lastFailure }: MailStatus): void {
  if (testPending) showToast({ title: strings.waiting })
  else if ((lastFailedOn ?? '') > (lastDeliveredOn ?? ''))
    showToast({ variant: 'destructive', title: strings.failed, description: lastFailure })
  else showToast({ title: strings.sent, description: strings.sentText })
}

/** Sends a test mail and shows its result once the worker has tried it. */
export function useSendTestMail() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await client.call(sendTestMail)
      for (let polls = 1; ; polls += 1) {
        const status = await queries.fetchQuery({ ...mailStatus, staleTime: 0 })
        if (!status.testPending || polls === MAX_POLLS) return status
        await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      }
    },
    onSuccess: showResult,
    onError: (error) => {
      logFailure('Sending a test mail', error)
      showToast({ variant: 'destructive', title: strings.failed, description: error.message })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: MAIL }),
  })
}
