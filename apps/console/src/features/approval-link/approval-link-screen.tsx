import { ApiError } from '@plinth/client'
import {
  type ApprovalForm,
  type ApprovalState,
  decideApprovalLink,
  openApprovalLink,
} from '@plinth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { format } from 'date-fns'
import { useLocation } from 'react-router'
import { client } from '../../api/client.ts'
import {
  ApprovalDecisionForm,
  type Decision,
} from '../../state/approval/approval-decision-form.tsx'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { approvalLinkStrings as strings } from './strings.ts'

function useAsked(token: string) {
  return useQuery({
    queryKey: ['approval link', token],
    queryFn: ({ signal }) => client.call(openApprovalLink, { body: { token }, signal }),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

function Message({ title, text }: { title: string; text: string }) {
  return (
    <SplitFrame title={title} subtitle={text}>
      {null}
    </SplitFrame>
  )
}

interface AskedDecisionProps {
  token: string
  state: ApprovalState
  approval: ApprovalForm | null
}

function AskedDecision({ token, state, approval }: AskedDecisionProps) {
  const decide = useMutation({
    mutationFn: (body: Decision) => client.call(decideApprovalLink, { body: { token, ...body } }),
  })
  if (decide.isSuccess)
    return <Message title={strings.doneTitle} text={strings.done[decide.variables.decision]} />
  if (!approval) {
    const text = state === 'waiting' ? strings.notAsked : strings.ended(state)
    return <Message title={strings.title} text={text} />
  }
  const until = format(new Date(approval.deadlineOn), 'MMM d, yyyy, HH:mm')
  return (
    <SplitFrame title={approval.title} subtitle={strings.until(until)}>
      <div className="mt-6">
        <ApprovalDecisionForm
          approval={approval}
          isBusy={decide.isPending}
          error={decide.error}
          onDecide={(decision) => decide.mutate(decision)}
          footer={(buttons) => <div className="mt-2 grid grid-cols-2 gap-3">{buttons}</div>}
        />
      </div>
    </SplitFrame>
  )
}

/** Target of a mailed link; its token is in the URL fragment. Opening it decides nothing. */
export function ApprovalLinkScreen() {
  usePageTitle(strings.title)
  const token = useLocation().hash.slice(1)
  const asked = useAsked(token)
  if (token === '') return <Message title={strings.deadTitle} text={strings.noToken} />
  if (asked.error) {
    const text = asked.error instanceof ApiError ? asked.error.message : strings.unreachable
    return <Message title={strings.deadTitle} text={text} />
  }
  return asked.data ? <AskedDecision token={token} {...asked.data} /> : null
}
