import type { RunDetail } from '@plinth/contract'
import {
  ArrowLeft,
  ChevronDown,
  Download,
  FlaskConical,
  RotateCcw,
  Square,
  Workflow,
} from 'lucide-react'
import { Link } from 'react-router'
import { shownWorkflowName } from '../../../state/workflow-name.ts'
import { BarDivider } from '../../../ui/layout/top-bar.tsx'
import { Button, buttonStyle } from '../../../ui/primitives/button.tsx'
import { DropdownMenu, MenuItem } from '../../../ui/primitives/dropdown-menu.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { pathWithRun } from '../execution/shown-run.ts'
import { runPageStrings } from '../strings/run-page-strings.ts'
import { testStrings } from '../strings/test-strings.ts'
import type { RunActions } from './use-run-actions.ts'

const words = runPageStrings.bar

const TONES = {
  queued: 'neutral',
  running: 'pending',
  waiting: 'pending',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const

function RetryMenu({ actions, reason }: { actions: RunActions; reason: string | undefined }) {
  if (reason !== undefined) {
    return (
      <GatedButton reason={reason}>
        <RotateCcw aria-hidden="true" />
        {words.retry}
      </GatedButton>
    )
  }
  return (
    <DropdownMenu
      trigger={
        <Button busy={actions.isStarting}>
          <RotateCcw aria-hidden="true" />
          {words.retry}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      <MenuItem onSelect={() => actions.retry('same')}>{words.retrySame}</MenuItem>
      <MenuItem onSelect={() => actions.retry('today')}>{words.retryToday}</MenuItem>
    </DropdownMenu>
  )
}

/** Opens the workflow; in dev with the data of the ended run. */
function EditLink({ run, path }: { run: RunDetail; path: string }) {
  const hasData = run.environment === 'dev' && run.endedOn !== null
  return (
    <Link to={hasData ? pathWithRun(path, run.id) : path} className={buttonStyle('ghost')}>
      <Workflow aria-hidden="true" />
      {hasData ? words.editThis : words.edit}
    </Link>
  )
}

/** Whether the server makes a test of it: a run in dev that ended by itself. */
function canBeTest({ environment, status, error }: RunDetail): boolean {
  if (environment !== 'dev') return false
  return status === 'succeeded' || (status === 'failed' && error?.node !== '')
}

interface RunBarProps {
  run: RunDetail
  projectId: string
  actions: RunActions
  /** Why runs cannot be started or cancelled here. */
  reason: string | undefined
  /** Why runs cannot be started in this project now; they can be cancelled. */
  stopped: string | undefined
}

/** Name, status and actions of a run. */
export function RunBar({ run, projectId, actions, reason, stopped }: RunBarProps) {
  const { status, workflowId } = run
  const base = `/project/${projectId}/workflow`
  return (
    <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b bg-surface px-3 py-1">
      <Link to={`${base}?tab=runs`} className={buttonStyle('ghost', 'sm')}>
        <ArrowLeft aria-hidden="true" />
        {runPageStrings.back}
      </Link>
      <BarDivider />
      <div className="flex min-w-56 flex-1 items-center gap-2">
        <h1
          title={shownWorkflowName(run.workflowName)}
          className="min-w-0 truncate text-sm font-semibold"
        >
          {shownWorkflowName(run.workflowName)}
        </h1>
        <span role="status" className="shrink-0">
          <StatusPill tone={TONES[status]}>{runPageStrings.status[status]}</StatusPill>
        </span>
        <span className="shrink-0 text-xs text-fg-2">{runPageStrings.trigger[run.trigger]}</span>
      </div>
      <span className="ml-auto flex shrink-0 items-center gap-1.5">
        <EditLink run={run} path={`${base}/edit/${workflowId}`} />
        {canBeTest(run) ? (
          <GatedButton
            variant="ghost"
            reason={stopped}
            busy={actions.isMaking}
            onClick={() => actions.makeTest(run)}
          >
            <FlaskConical aria-hidden="true" />
            {testStrings.make}
          </GatedButton>
        ) : null}
        <Tooltip text={words.export}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={words.export}
            busy={actions.isExporting}
            onClick={actions.save}
          >
            <Download aria-hidden="true" />
          </Button>
        </Tooltip>
        {run.endedOn === null ? (
          <GatedButton reason={reason} busy={actions.isStopping} onClick={actions.cancel}>
            <Square aria-hidden="true" />
            {words.cancel}
          </GatedButton>
        ) : (
          <RetryMenu actions={actions} reason={reason ?? stopped} />
        )}
      </span>
    </div>
  )
}
