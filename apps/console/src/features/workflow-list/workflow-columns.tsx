import type { Workflow } from '@plinth/contract'
import { Copy, Workflow as WorkflowIcon } from 'lucide-react'
import { Link } from 'react-router'
import { Button } from '../../ui/primitives/button.tsx'
import { Day, RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { type DataColumn, LineSkeleton } from '../../ui/tables/data-table.tsx'
import { DeleteCell, RowIcon, StatusCell } from './cells.tsx'
import { workflowListStrings as strings } from './strings.ts'

interface WorkflowRowActions {
  pathOf: (workflow: Workflow) => string
  onCopy: (workflow: Workflow) => void
  /** Undefined if the user cannot delete. */
  onDelete: ((workflow: Workflow) => void) | undefined
}

export function workflowNameOf({ name }: Workflow): string {
  return name || strings.workflow.untitled
}

function NameCell({ workflow, path }: { workflow: Workflow; path: string }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <RowIcon>
        <WorkflowIcon />
      </RowIcon>
      <span className="flex min-w-0 flex-col">
        <Link
          to={path}
          title={workflowNameOf(workflow)}
          className="ring-focus max-w-full truncate rounded-sm leading-4.5 font-medium"
        >
          {workflowNameOf(workflow)}
        </Link>
        <span className="text-xs leading-4.5 text-fg-3">
          {strings.workflow.nodes(workflow.nodes.length)}
        </span>
      </span>
    </span>
  )
}

function ActionsCell({ workflow, actions }: { workflow: Workflow; actions: WorkflowRowActions }) {
  const { onDelete } = actions
  const copy = strings.workflow.copy(workflowNameOf(workflow))
  return (
    <span className="inline-flex gap-1">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={copy}
        title={copy}
        onClick={() => actions.onCopy(workflow)}
      >
        <Copy aria-hidden="true" className="size-3.75! text-fg-3" />
      </Button>
      {onDelete ? (
        <DeleteCell
          label={strings.workflow.remove(workflowNameOf(workflow))}
          onDelete={() => onDelete(workflow)}
        />
      ) : null}
    </span>
  )
}

const nameSkeleton = (
  <span className="flex items-center gap-3">
    <Skeleton className="size-8 rounded-lg" />
    <LineSkeleton className="w-36" />
  </span>
)

export function workflowColumns(actions: WorkflowRowActions): readonly DataColumn<Workflow>[] {
  const { columns } = strings
  const day = <LineSkeleton className="w-20" />
  return [
    {
      key: 'name',
      header: columns.name,
      cell: (workflow) => <NameCell workflow={workflow} path={actions.pathOf(workflow)} />,
      skeleton: nameSkeleton,
    },
    {
      key: 'active',
      header: columns.active,
      width: 'w-24',
      cell: ({ active }) => (
        <span className={active ? 'text-fg' : 'text-fg-3'}>
          {active ? strings.yes : strings.no}
        </span>
      ),
      skeleton: <LineSkeleton className="w-6" />,
    },
    {
      key: 'status',
      header: columns.status,
      width: 'w-42.25',
      cell: ({ status }) => <StatusCell status={status} />,
      skeleton: <Skeleton shape="pill" className="h-5 w-20" />,
    },
    {
      key: 'created',
      header: columns.createdAt,
      width: 'w-36',
      cell: (workflow) => <Day iso={workflow.created_at} />,
      skeleton: day,
    },
    {
      key: 'updated',
      header: columns.updatedAt,
      width: 'w-36',
      cell: (workflow) => <RelativeTime iso={workflow.updated_at} />,
      skeleton: day,
    },
    {
      key: 'actions',
      header: columns.actions,
      width: 'w-26.25',
      align: 'end',
      cell: (workflow) => <ActionsCell workflow={workflow} actions={actions} />,
      skeleton: <Skeleton className="mr-1.5 ml-auto size-4" />,
    },
  ]
}
