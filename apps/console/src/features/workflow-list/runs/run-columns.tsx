import type { Run } from '@plinth/contract'
import { format } from 'date-fns'
import { Link } from 'react-router'
import { shownWorkflowName } from '../../../state/workflow-name.ts'
import { printDuration } from '../../../ui/format/print-duration.ts'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { selectColumn } from '../chosen/select-column.tsx'
import type { Selection } from '../chosen/use-selection.ts'
import { RunStatusPill } from './run-status.tsx'
import { RUN_TRIGGER_LABELS, runStrings } from './strings.ts'

const words = runStrings.columns

const whenOf = ({ createdOn }: Run) => format(new Date(createdOn), 'MMM d, yyyy, HH:mm:ss')

function Workflow({ run, path }: { run: Run; path: string }) {
  return (
    <span className="flex min-w-0 flex-col">
      <Link
        to={path}
        aria-label={runStrings.open(shownWorkflowName(run.workflowName), whenOf(run))}
        className="ring-focus max-w-full truncate rounded-sm leading-4.5 font-medium"
      >
        {shownWorkflowName(run.workflowName)}
      </Link>
      <span className="truncate font-mono text-2xs leading-4.5 text-fg-3">{run.id}</span>
    </span>
  )
}

function Duration({ run }: { run: Run }) {
  if (run.startedOn === null) return <span className="text-fg-3">–</span>
  const end = run.endedOn === null ? Date.now() : Date.parse(run.endedOn)
  return <span className="tabular-nums">{printDuration(end - Date.parse(run.startedOn))}</span>
}

/** The error of a failed run, below its row. */
export function errorOf({ error }: Run) {
  if (error === null) return undefined
  const text = error.node === '' ? error.message : `${error.node}: ${error.message}`
  return <span className="block text-xs wrap-anywhere text-danger-text">{text}</span>
}

export function runColumns(
  pathOf: (run: Run) => string,
  selection: Selection<Run>,
): readonly DataColumn<Run>[] {
  return [
    selectColumn(selection, {
      all: runStrings.chosen.all,
      one: (run) => runStrings.chosen.one(shownWorkflowName(run.workflowName), whenOf(run)),
    }),
    {
      key: 'status',
      header: words.status,
      width: 'w-32',
      cell: ({ status }) => <RunStatusPill status={status} />,
      skeleton: <Skeleton shape="pill" className="h-5 w-20" />,
    },
    {
      key: 'workflow',
      header: words.workflow,
      cell: (run) => <Workflow run={run} path={pathOf(run)} />,
      skeleton: <LineSkeleton className="w-36" />,
    },
    {
      key: 'trigger',
      header: words.trigger,
      width: 'w-40',
      cell: ({ trigger }) => <span className="text-fg-2">{RUN_TRIGGER_LABELS[trigger]}</span>,
      skeleton: <LineSkeleton className="w-16" />,
    },
    {
      key: 'started',
      header: words.started,
      width: 'w-36',
      cell: ({ startedOn }) =>
        startedOn === null ? (
          <span className="text-fg-3">{runStrings.notStarted}</span>
        ) : (
          <RelativeTime iso={startedOn} />
        ),
      skeleton: <LineSkeleton className="w-20" />,
    },
    {
      key: 'duration',
      header: words.duration,
      width: 'w-28',
      cell: (run) => <Duration run={run} />,
      skeleton: <LineSkeleton className="w-12" />,
    },
  ]
}
