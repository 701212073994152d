import { ApiError } from '@plinth/client'
import {
  type ApprovalForm,
  type ApprovalState,
  decideApprovalLink,
  openApprovalLink,
} from '@plinth/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { format } from 'date-fns'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { client } from '../../api/client.ts'
import {
  ApprovalDecisionForm,
  type Decision,
} from '../../state/approval/approval-decision-form.tsx'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { useUnloadGuard } from '../../ui/hooks/use-unload-guard.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Button } from '../../ui/primitives/button.tsx'
import { Spinner } from '../../ui/primitives/spinner.tsx'
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

/** What was decided; takes the focus, because the pressed button is no longer there. */
function Done({ decision }: { decision: Decision['decision'] }) {
  useEffect(() => document.querySelector('main')?.focus(), [])
  return (
    <div role="status">
      <Message title={strings.doneTitle} text={strings.done[decision]} />
    </div>
  )
}

/** Why a link shows no approval: the server refused it or could not be asked. */
function NotOpened({ asked }: { asked: ReturnType<typeof useAsked> }) {
  const { error, isFetching, refetch } = asked
  if (error instanceof ApiError && error.status < 500) {
    const isMalformed = Array.isArray(error.details) && error.details.length > 0
    const text = isMalformed ? strings.malformed : error.message
    return <Message title={strings.deadTitle} text={text} />
  }
  return (
    <SplitFrame title={strings.offlineTitle} subtitle={strings.unreachable}>
      <div className="mt-6">
        <Button busy={isFetching} onClick={() => refetch()}>
          {strings.retry}
        </Button>
      </div>
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
  const [hasWork, setWork] = useState(false)
  useUnloadGuard(hasWork)
  if (decide.isSuccess) return <Done decision={decide.variables.decision} />
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
          onWork={setWork}
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
  if (asked.error) return <NotOpened asked={asked} />
  if (asked.data) return <AskedDecision key={token} token={token} {...asked.data} />
  return (
    <SplitFrame title={strings.title} subtitle="">
      <p role="status" className="mt-6 flex h-14 items-center gap-2 text-sm text-fg-2">
        <Spinner /> {strings.loading}
      </p>
    </SplitFrame>
  )
}
