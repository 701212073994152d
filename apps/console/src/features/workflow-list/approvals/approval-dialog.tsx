import type { ApprovalDetail } from '@plinth/contract'
import { Link } from 'react-router'
import { ApprovalDecisionForm } from '../../../state/approval/approval-decision-form.tsx'
import { ApprovalStatus } from '../../../state/approval/approval-status.tsx'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { shownWorkflowName } from '../../../state/workflow-name.ts'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
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

function Decisions({ decisions }: Pick<ApprovalDetail, 'decisions'>) {
  if (decisions.length === 0) return null
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
            <p key={name} className="font-mono text-xs wrap-anywhere text-fg-2">
              {name}: {String(value)}
            </p>
          ))}
        </div>
      ))}
    </section>
  )
}

/** An approval that the caller cannot decide: what was asked, and who decided. */
function ReadOnly({ approval, onClose }: { approval: ApprovalDetail; onClose: () => void }) {
  return (
    <>
      {approval.details === '' ? null : (
        <p className="max-h-60 overflow-y-auto text-sm wrap-anywhere whitespace-pre-wrap">
          {approval.details}
        </p>
      )}
      {approval.state === 'waiting' ? <p className="text-sm text-fg-2">{strings.notYou}</p> : null}
      <Decisions decisions={approval.decisions} />
      <div className="-mx-5">
        <DialogFooter>
          <Button onClick={onClose}>{strings.close}</Button>
        </DialogFooter>
      </div>
    </>
  )
}

function Body({ approval, onClose }: { approval: ApprovalDetail; onClose: () => void }) {
  const decide = useDecideApproval(approval.id)
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
      <p className="text-xs wrap-anywhere text-fg-3">
        {strings.approvers(approval.approvers.map(describeApprover).join(', '))}
      </p>
      {approval.canDecide ? (
        <>
          <Decisions decisions={approval.decisions} />
          <ApprovalDecisionForm
            approval={approval}
            isBusy={decide.isPending}
            error={decide.error}
            onDecide={(decision) => decide.mutate(decision, { onSuccess: onClose })}
            footer={(buttons) => (
              <div className="-mx-5">
                <DialogFooter>{buttons}</DialogFooter>
              </div>
            )}
          />
        </>
      ) : (
        <ReadOnly approval={approval} onClose={onClose} />
      )}
    </div>
  )
}

/** One approval, with its form if the caller may decide it. */
export function ApprovalDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useApproval(id)
  const title = query.data?.title ?? (query.isError ? strings.missing : strings.list)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      className="w-140!"
    >
      {query.data ? <Body key={query.data.id} approval={query.data} onClose={onClose} /> : null}
    </Dialog>
  )
}
