import { decideApproval, getApproval, listApprovals } from '@plinth/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import type { Decision } from '../../../state/approval/approval-decision-form.tsx'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useEnvironment } from '../../../state/environment.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { approvalStrings as strings } from './strings.ts'

export type Shown = keyof typeof strings.shows

const PAGE = 25
const POLL_MS = 5_000

/** One page of approvals, and how many wait for the caller; polled for updates. */
export function useApprovals(show: Shown, cursor: string | undefined) {
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  const query = { environment, show, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
  return useQuery({
    queryKey: ['approvals', projectId, query],
    queryFn: ({ signal }) => client.call(listApprovals, { params: { projectId }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

export function useApproval(approvalId: string) {
  const projectId = useCurrentProject().id
  return useQuery({
    queryKey: ['approval', projectId, approvalId],
    queryFn: ({ signal }) =>
      client.call(getApproval, { params: { projectId, approvalId }, signal }),
    select: ({ approval }) => approval,
    retry: false,
  })
}

/** Decides; after a refusal the approval is read again. The list is current when the answer arrives. */
export function useDecideApproval(approvalId: string) {
  const projectId = useCurrentProject().id
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Decision) =>
      client.call(decideApproval, { params: { projectId, approvalId }, body }),
    onSuccess: (answer, { decision }) => {
      const isOpen = answer.approval.state === 'waiting'
      showToast({
        title: strings.done[decision],
        ...(isOpen ? { description: strings.more } : {}),
      })
    },
    onSettled: async (answer) => {
      const queryKey = ['approval', projectId, approvalId]
      // Shown last, so that the form stays until its dialog closes.
      await queries.invalidateQueries({ queryKey: ['approvals', projectId] })
      if (answer) queries.setQueryData(queryKey, answer)
      else await queries.invalidateQueries({ queryKey })
    },
  })
}
