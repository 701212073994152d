import { ApiError } from '@plinth/client'
import type { ApprovalDetail, ApprovalValues } from '@plinth/contract'
import { useCallback, useRef, useState } from 'react'
import { Link, useBlocker } from 'react-router'
import { ApprovalDecisionForm } from '../../../state/approval/approval-decision-form.tsx'
import { ApprovalDetails } from '../../../state/approval/approval-details.tsx'
import { ApprovalStatus } from '../../../state/approval/approval-status.tsx'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useCurrentUser } from '../../../state/current-user.ts'
import { shownWorkflowName } from '../../../state/workflow-name.ts'
import { ConfirmLeave } from '../../../ui/dialogs/confirm-leave.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { useUnloadGuard } from '../../../ui/hooks/use-unload-guard.ts'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import { useApproval, useDecideApproval } from './approval-queries.ts'
import { approvalStrings as strings } from './strings.ts'

/** An entry of the approvers in words. */
function describeApprover(approver: string): string {
  const [kind = '', ...rest] = approver.split(':')
  const name = rest.join(':')
  if (kind === 'link') return strings.byLink(name)
  if (kind === 'users') return strings.byApp(name)
  if (kind === 'user') return strings.byAppUser(name)
  if (kind === 'url') return name
  const role = kind === 'role' && Object.entries(strings.roles).find(([one]) => one === name)
  return role ? role[1] : approver
}

function printValue(value: ApprovalValues[string]): string {
  if (typeof value === 'boolean') return value ? strings.yes : strings.no
  return value === null ? '–' : String(value)
}

function Decisions({ decisions, fields }: Pick<ApprovalDetail, 'decisions' | 'fields'>) {
  if (decisions.length === 0) return null
  const labels = new Map(fields.map(({ name, label }) => [name, label || name]))
  return (
    <section aria-label={strings.decisions} className="flex flex-col gap-2 border-t pt-3">
      {decisions.map(({ by, decision, comment, values, decidedOn }) => (
        <div key={`${by} ${decidedOn}`} className="text-sm">
          <p className="wrap-anywhere">
            {decision === 'approve' ? strings.approvedBy(by) : strings.rejectedBy(by)}{' '}
            <RelativeTime iso={decidedOn} />
          </p>
          {comment === '' ? null : <p className="text-fg-2 wrap-anywhere">{comment}</p>}
          {Object.entries(values).map(([name, value]) => (
            <p key={name} className="text-xs wrap-anywhere text-fg-2">
              {labels.get(name) ?? name}: {printValue(value)}
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}

interface ReadOnlyProps {
  approval: ApprovalDetail
  /** Why a decision that the caller has just made does not count. */
  refusal: string | undefined
  onClose: () => void
}

/** Why the caller cannot decide an approval that waits. */
function WhyNot({ decisions }: Pick<ApprovalDetail, 'decisions'>) {
  const email = useCurrentUser().data?.user.email
  const isDone = decisions.some(({ by }) => by === email)
  const others = decisions.length === 0 ? strings.notYou : strings.others
  return <p className="text-sm text-fg-2">{isDone ? strings.more : others}</p>
}

/** An approval that the caller cannot decide: what was asked, and who decided. */
function ReadOnly({ approval, refusal, onClose }: ReadOnlyProps) {
  return (
    <>
      {refusal === undefined ? null : (
        <p role="alert" className="text-sm wrap-anywhere whitespace-pre-wrap text-danger-text">
          {refusal}
        </p>
      )}
      <ApprovalDetails text={approval.details} />
      {approval.state === 'waiting' ? <WhyNot {...approval} /> : null}
      <Decisions {...approval} />
      <div className="-mx-5">
        <DialogFooter>
          <Button onClick={onClose}>{strings.close}</Button>
        </DialogFooter>
      </div>
    </>
  )
}

interface BodyProps {
  approval: ApprovalDetail
  onWork: (hasWork: boolean) => void
  onClose: () => void
}

function Body({ approval, onWork, onClose }: BodyProps) {
  const decide = useDecideApproval(approval.id)
  const { error, variables } = decide
  const refusal = error ? strings.notCounted(error.message, variables?.comment ?? '') : undefined
  const { id: projectId } = useCurrentProject()
  return (
    <div className="flex flex-col gap-4 px-5 pt-4">
      <p className="flex flex-wrap items-center gap-2 text-sm text-fg-2">
        <ApprovalStatus state={approval.state} />
        <span>{strings.askedBy(shownWorkflowName(approval.workflowName), approval.node)}</span>
        <Link
          to={`/project/${projectId}/workflow/run/${approval.runId}`}
          className="ring-focus rounded-sm text-accent-text underline"
        >
          {strings.run}
        </Link>
      </p>
      <div className="text-xs wrap-anywhere text-fg-2">
        <p>
          {strings.approvers(approval.approvers.map(describeApprover).join(', '))}{' '}
          {strings.howMany[approval.mode](approval.quorum)}
        </p>
        {approval.isEscalated ? <p>{strings.escalated}</p> : null}
        {approval.state === 'waiting' ? (
          <p>
            {strings.until} <RelativeTime iso={approval.deadlineOn} />
          </p>
        ) : null}
      </div>
      {approval.canDecide ? (
        <>
          <Decisions {...approval} />
          <ApprovalDecisionForm
            approval={approval}
            isBusy={decide.isPending}
            error={decide.error}
            onDecide={(decision) => decide.mutate(decision, { onSuccess: onClose })}
            onWork={onWork}
            footer={(buttons) => (
              <div className="-mx-5">
                <DialogFooter>{buttons}</DialogFooter>
              </div>
            )}
          />
        </>
      ) : (
        <ReadOnly approval={approval} refusal={refusal} onClose={onClose} />
      )}
    </div>
  )
}

interface NotLoadedProps {
  query: ReturnType<typeof useApproval>
  isMissing: boolean
  onClose: () => void
}

function NotLoaded({ query, isMissing, onClose }: NotLoadedProps) {
  if (isMissing)
    return (
      <>
        <p className="px-5 pt-1 text-sm text-fg-2">{strings.missingText}</p>
        <DialogFooter>
          <Button onClick={onClose}>{strings.close}</Button>
        </DialogFooter>
      </>
    )
  if (query.isError) return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
  return (
    <p role="status" className="flex h-40 items-center justify-center gap-2 text-sm text-fg-2">
      <Spinner /> {strings.loading}
    </p>
  )
}

/** Asks before a link or a reload discards what was entered; the dialog asks when it is closed. */
function useEntered(onClose: () => void) {
  const [hasWork, setWork] = useState(false)
  // Back may come before the form is rendered again.
  const isEntered = useRef(false)
  const isClosing = useRef(false)
  useUnloadGuard(hasWork)
  const blocker = useBlocker(() => isEntered.current && !isClosing.current)
  const onWork = useCallback((next: boolean) => {
    isEntered.current = next
    setWork(next)
  }, [])
  const close = () => {
    isClosing.current = true
    onClose()
  }
  return { onWork, blocker, close }
}

/** One approval, with its form if the caller may decide it. */
export function ApprovalDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { onWork, blocker, close } = useEntered(onClose)
  const query = useApproval(id)
  const isMissing = query.error instanceof ApiError && query.error.status === 404
  const title = query.data?.title ?? (isMissing ? strings.missing : strings.one)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : close())}
      title={title}
      className="w-140!"
    >
      {query.data ? (
        <Body key={query.data.id} approval={query.data} onWork={onWork} onClose={close} />
      ) : (
        <NotLoaded query={query} isMissing={isMissing} onClose={close} />
      )}
      <ConfirmLeave
        blocker={blocker}
        title={strings.leave.title}
        text={strings.leave.text}
        stay={strings.leave.stay}
        leave={strings.leave.discard}
      />
    </Dialog>
  )
}
