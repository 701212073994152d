import { type Approval, decideApproval } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { useStopReason } from '../../../state/availability.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { ChosenBar } from '../chosen/chosen-bar.tsx'
import { approvalStrings } from './strings.ts'

const words = approvalStrings.chosen

interface ChosenApprovalsProps {
  approvals: readonly Approval[]
  onClear: () => void
}

/** Decides the selected approvals. */
export function ChosenApprovals({ approvals, onClear }: ChosenApprovalsProps) {
  const projectId = useCurrentProject().id
  const stopped = useStopReason()
  return (
    <ChosenBar<Approval, 'approve' | 'reject'>
      name="Approvals"
      label={words.bar}
      hint={words.hint}
      words={words}
      done={words.done}
      items={approvals}
      acts={['approve', 'reject']}
      changes={['approvals']}
      itemsFor={() => approvals}
      reasonOf={() => stopped}
      questionOf={(act, count) => words.questions[act](count)}
      send={(decision, { id: approvalId }) =>
        client.call(decideApproval, { params: { projectId, approvalId }, body: { decision } })
      }
      onClear={onClear}
    />
  )
}
