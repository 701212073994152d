import type { Workflow, WorkflowActivity } from '@plinth/contract'
import { Copy, FlaskConical, Workflow as WorkflowIcon } from 'lucide-react'
import { Link } from 'react-router'
import { shownWorkflowName } from '../../state/workflow-name.ts'
import { Switch } from '../../ui/forms/switch.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { Day, RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { type DataColumn, LineSkeleton } from '../../ui/tables/data-table.tsx'
import { DeleteCell, RowIcon, StatusCell } from './cells.tsx'
import { RunStatusPill } from './runs/run-status.tsx'
import { workflowListStrings as strings } from './strings.ts'
import { TagCell } from './tags/tag-cell.tsx'
import { workflowTestStrings } from './tests/strings.ts'

interface WorkflowRowActions {
  pathOf: (workflow: Workflow) => string
  onCopy: (workflow: Workflow) => void
  onTest: (workflow: Workflow) => void
  /** The workflow whose tests are running. */
  testing: string | undefined
  /** Undefined if the user cannot delete. */
  onDelete: ((workflow: Workflow) => void) | undefined
  /** Undefined if the user cannot change workflows here. */
  onSwitch: ((workflow: Workflow) => void) | undefined
  /** The workflow whose switch is being saved. */
  switching: string | undefined
  runPathOf: (runId: string) => string
  /** The tag that the list is filtered by. */
  tag: string | undefined
  onTag: (tag: string | undefined) => void
  /** Undefined while it is loading, or if the user may not see the runs. */
  activityOf: (workflow: Workflow) => WorkflowActivity | undefined
}

export function workflowNameOf({ name }: Workflow): string {
  return shownWorkflowName(name)
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
          className="ring-focus line-clamp-2 max-w-full rounded-sm leading-4.5 font-medium wrap-anywhere whitespace-normal"
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

function ActiveCell({ workflow, actions }: { workflow: Workflow; actions: WorkflowRowActions }) {
  const { onSwitch } = actions
  const { active } = workflow
  return (
    <span className="flex items-center gap-2">
      <span className={active ? 'w-6 text-fg' : 'w-6 text-fg-3'}>
        {active ? strings.yes : strings.no}
      </span>
      {onSwitch ? (
        <Switch
          aria-label={strings.workflow.switch(workflowNameOf(workflow))}
          checked={active}
          disabled={actions.switching === workflow.id}
          onCheckedChange={() => onSwitch(workflow)}
        />
      ) : null}
    </span>
  )
}

function LastRunCell({ workflow, actions }: { workflow: Workflow; actions: WorkflowRowActions }) {
  const activity = actions.activityOf(workflow)
  if (!activity) return null
  const { lastRun, nextOn } = activity
  return (
    <span className="flex min-w-0 flex-col items-start gap-0.5 py-1.5">
      {lastRun ? (
        <Link
          to={actions.runPathOf(lastRun.id)}
          className="ring-focus flex max-w-full flex-col items-start gap-0.5 rounded-sm text-xs"
        >
          <RunStatusPill status={lastRun.status} />
          <RelativeTime iso={lastRun.createdOn} />
        </Link>
      ) : (
        <span className="text-fg-3">{strings.workflow.neverRan}</span>
      )}
      {nextOn ? (
        <span className="truncate text-xs text-fg-3">
          {strings.workflow.nextRun} <RelativeTime iso={nextOn} />
        </span>
      ) : null}
    </span>
  )
}

function ActionsCell({ workflow, actions }: { workflow: Workflow; actions: WorkflowRowActions }) {
  const { onDelete } = actions
  const copy = strings.workflow.copy(workflowNameOf(workflow))
  const test = workflowTestStrings.run(workflowNameOf(workflow))
  return (
    <span className="inline-flex gap-1">
      {workflow.environment.name === 'dev' ? (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={test}
          title={test}
          busy={actions.testing === workflow.id}
          onClick={() => actions.onTest(workflow)}
        >
          <FlaskConical aria-hidden="true" className="size-3.75! text-fg-3" />
        </Button>
      ) : null}
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
      width: 'w-20',
      cell: (workflow) => <ActiveCell workflow={workflow} actions={actions} />,
      skeleton: <LineSkeleton className="w-6" />,
    },
    {
      key: 'status',
      header: columns.status,
      width: 'w-38',
      cell: ({ status }) => <StatusCell status={status} />,
      skeleton: <Skeleton shape="pill" className="h-5 w-20" />,
    },
    {
      key: 'created',
      header: columns.createdAt,
      width: 'w-30',
      cell: (workflow) => <Day iso={workflow.created_at} />,
      skeleton: day,
    },
    {
      key: 'updated',
      header: columns.updatedAt,
      width: 'w-30',
      cell: (workflow) => <RelativeTime iso={workflow.updated_at} />,
      skeleton: day,
    },
    {
      key: 'actions',
      header: columns.actions,
      width: 'w-30',
      align: 'end',
      cell: (workflow) => <ActionsCell workflow={workflow} actions={actions} />,
      skeleton: <Skeleton className="mr-1.5 ml-auto size-4" />,
    },
    {
      key: 'lastRun',
      header: columns.lastRun,
      width: 'w-28',
      cell: (workflow) => <LastRunCell workflow={workflow} actions={actions} />,
      skeleton: day,
    },
    {
      key: 'tags',
      header: columns.tags,
      width: 'w-24',
      cell: ({ settings }) => (
        <TagCell tags={settings.tags ?? []} filter={actions.tag} onFilter={actions.onTag} />
      ),
      skeleton: <LineSkeleton className="w-16" />,
    },
  ]
}
