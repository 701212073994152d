import { listRuns, type Run } from '@plinth/contract'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, Play } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useCurrentUser } from '../../../state/current-user.ts'
import { Button, buttonStyle } from '../../../ui/primitives/button.tsx'
import { DropdownMenu, MenuItem } from '../../../ui/primitives/dropdown-menu.tsx'
import { RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { type Execution, recover, showRunOf } from '../execution/execution.ts'
import { useShownRun } from '../execution/shown-run.ts'
import type { RunPart } from '../graph/part-of-run.ts'
import { nodeDataStrings } from '../strings/node-data-strings.ts'
import { runPageStrings } from '../strings/run-page-strings.ts'

const words = nodeDataStrings.run
const RECENT = 5

/** The newest ended run of the workflow that another person started. */
function useRunOfOthers(projectId: string, workflowId: string | undefined) {
  return useQuery({
    queryKey: ['runs of others', projectId, workflowId],
    queryFn: ({ signal }) =>
      client.call(listRuns, {
        params: { projectId },
        query: { workflowId, startedBy: 'others', limit: RECENT },
        signal,
      }),
    select: ({ runs }) => runs.find(({ endedOn }) => endedOn !== null),
    enabled: workflowId !== undefined,
  }).data
}

function nameOf({ startedBy, trigger }: Run, isOwn: boolean): string {
  if (isOwn) return words.own
  return startedBy ? words.of(startedBy.name) : words.by(runPageStrings.trigger[trigger])
}

function Shown({ run, isOwn }: { run: Run; isOwn: boolean }) {
  return (
    <span className="min-w-0 truncate text-fg-2">
      {nameOf(run, isOwn)}, <RelativeTime iso={run.createdOn} />,{' '}
      {runPageStrings.status[run.status].toLowerCase()}
    </span>
  )
}

const PARTS: readonly RunPart[] = ['node', 'to', 'from']

function PartMenu({ onRun }: { onRun: (part: RunPart) => void }) {
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" variant="ghost">
          <Play aria-hidden="true" />
          {words.part}
        </Button>
      }
    >
      {PARTS.map((part) => (
        <MenuItem key={part} onSelect={() => onRun(part)}>
          <span title={words.partHints[part]}>{words.parts[part]}</span>
        </MenuItem>
      ))}
    </DropdownMenu>
  )
}

interface RunStripProps {
  execution: Execution
  /** Runs the node, everything up to it or everything from it. */
  onRun: (part: RunPart) => void
}

/** Says whose run the panel shows, offers the newest one of other people, and runs a part. */
export function RunStrip({ execution, onRun }: RunStripProps) {
  const { id: projectId } = useCurrentProject()
  const { workflowId = '' } = useParams()
  const { shownRun, forget } = useShownRun()
  const me = useCurrentUser().data?.user.id
  const { run, isRunning } = execution
  const others = useRunOfOthers(projectId, workflowId === '' ? undefined : workflowId)
  const isOwn = run?.startedBy?.id === me
  const isNewer = others !== undefined && (run === undefined || others.createdOn > run.createdOn)
  const show = (act: Promise<void>) => {
    act.catch((error) => {
      logFailure('Showing a run', error)
      showToast({ title: words.failed, variant: 'destructive' })
    })
  }
  const place = { projectId, workflowId }
  // Without the run in the address, the editor shows the caller's own again.
  const goBack = () => (shownRun === null ? show(recover(place)) : forget())
  return (
    <div className="flex min-h-8 shrink-0 flex-wrap items-center gap-x-2 border-b px-3.5 text-2xs">
      {run ? (
        <Shown run={run} isOwn={isOwn} />
      ) : (
        <span className="text-fg-2">{isRunning ? words.running : words.none}</span>
      )}
      {run ? (
        <Tooltip text={words.open}>
          <Link
            to={`/project/${projectId}/workflow/run/${run.id}`}
            aria-label={words.open}
            className={buttonStyle('ghost', 'icon-sm')}
          >
            <ExternalLink aria-hidden="true" />
          </Link>
        </Tooltip>
      ) : null}
      <span className="ml-auto">
        <PartMenu onRun={onRun} />
      </span>
      {isNewer && !isRunning ? (
        <Button size="sm" variant="ghost" onClick={() => show(showRunOf(place, others.id))}>
          {words.offer(others.startedBy?.name ?? '')} <RelativeTime iso={others.createdOn} />
        </Button>
      ) : null}
      {run && (!isOwn || run.id === shownRun) && !isRunning ? (
        <Button size="sm" variant="ghost" onClick={goBack}>
          {words.back}
        </Button>
      ) : null}
    </div>
  )
}
