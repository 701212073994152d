import type { Approval } from '@plinth/contract'
import { Link } from 'react-router'
import { ApprovalStatus } from '../../../state/approval/approval-status.tsx'
import { shownWorkflowName } from '../../../state/workflow-name.ts'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { approvalStrings as strings } from './strings.ts'

const words = strings.columns

/** When an approval expires, or when it has ended. */
function timeColumn(isEnded: boolean): DataColumn<Approval> {
  return {
    key: 'until',
    header: isEnded ? words.ended : words.until,
    width: 'w-36',
    cell: ({ state, deadlineOn, endedOn }) => {
      const time = isEnded ? endedOn : state === 'waiting' ? deadlineOn : null
      return time === null ? <span className="text-fg-3">–</span> : <RelativeTime iso={time} />
    },
    skeleton: <LineSkeleton className="w-20" />,
  }
}

export function approvalColumns({
  isEnded,
  searchOf,
}: {
  /** Whether the list shows approvals that have ended. */
  isEnded: boolean
  searchOf: (approval: Approval) => string
}): readonly DataColumn<Approval>[] {
  return [
    {
      key: 'state',
      header: words.state,
      width: 'w-32',
      cell: ({ state }) => <ApprovalStatus state={state} />,
      skeleton: <Skeleton shape="pill" className="h-5 w-20" />,
    },
    {
      key: 'title',
      header: words.title,
      cell: (approval) => (
        <Link
          to={{ search: searchOf(approval) }}
          aria-label={strings.open(approval.title)}
          className="ring-focus block max-w-full truncate rounded-sm font-medium"
        >
          {approval.title}
        </Link>
      ),
      skeleton: <LineSkeleton className="w-36" />,
    },
    {
      key: 'workflow',
      header: words.workflow,
      width: 'w-52',
      cell: ({ workflowName }) => (
        <span className="block truncate text-fg-2">{shownWorkflowName(workflowName)}</span>
      ),
      skeleton: <LineSkeleton className="w-24" />,
    },
    {
      key: 'asked',
      header: words.asked,
      width: 'w-36',
      cell: ({ createdOn }) => <RelativeTime iso={createdOn} />,
      skeleton: <LineSkeleton className="w-20" />,
    },
    timeColumn(isEnded),
  ]
}
