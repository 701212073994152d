import { Play, Square } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { cn } from '../../../ui/primitives/cn.ts'
import { modKey } from '../../../ui/primitives/kbd.tsx'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import type { Listening } from '../execution/listening.ts'
import { useTimeLeft } from '../execution/use-time-left.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

const words = strings.bar

export interface RunButtonsProps {
  isStored: boolean
  isActive: boolean
  isRunning: boolean
  isStopping: boolean
  /** Whether the id of the run in progress is known yet. */
  canStop: boolean
  /** Whether the workflow has a webhook, so that the bar has room for the remaining time. */
  canListen: boolean
  listening: Listening | undefined
  onExecute: () => void
  onStop: () => void
  onStopListening: () => void
}

/** Execute, or in its place a button that first does what is missing. */
function startOf({ isStored, isActive }: RunButtonsProps) {
  if (!isStored) return { label: words.saveAndRun, hint: words.saveAndRunHint }
  if (!isActive) return { label: words.activateAndRun, hint: words.activateAndRunHint }
  return { label: words.execute, hint: undefined }
}

type Shown = 'start' | 'running' | 'listening'

/** Shows one of several labels in the width of the widest, so that nothing moves when it changes. */
function Steady({ shown, labels }: { shown: Shown; labels: Partial<Record<Shown, ReactNode>> }) {
  const play = <Play aria-hidden="true" className="fill-current" />
  return (
    <span className="grid justify-items-center">
      {Object.entries(labels).map(([name, label]) => (
        <span
          key={name}
          className={cn(
            'col-start-1 row-start-1 flex items-center gap-1.5',
            name === shown ? '' : 'invisible',
          )}
        >
          {name === shown && name !== 'start' ? <Spinner /> : play}
          {label}
        </span>
      ))}
    </span>
  )
}

function TimeLeft({ until }: { until: number }) {
  return <span className="tabular-nums">{words.listening(useTimeLeft(until))}</span>
}

/** The remaining time. Until the server has confirmed it, and while the label is hidden, the longest one. */
function listeningLabel(until: number | undefined): ReactNode {
  if (until !== undefined) return <TimeLeft until={until} />
  return <span className="tabular-nums">{words.listening('2:00')}</span>
}

/** The button that starts a run and, in a place of its own, the one that cancels the run or the listening. */
export function RunButtons(props: RunButtonsProps) {
  const { isRunning, isStopping, canStop, canListen, listening, onExecute } = props
  const stopped = useStopReason()
  const start = useRef<HTMLButtonElement>(null)
  const { label, hint } = startOf(props)
  const keys = modKey('Enter')
  const shown = isRunning ? 'running' : listening ? 'listening' : 'start'
  const canCancel = shown === 'listening' || (isRunning && canStop)
  const cancel = shown === 'listening' ? words.cancelListening : words.cancel
  const stop = () => {
    // The cancel button disappears with what it cancels; move focus to the one beside it.
    start.current?.focus()
    if (shown === 'listening') props.onStopListening()
    else props.onStop()
  }
  return (
    <>
      <span role="status" className="sr-only">
        {shown === 'listening' ? words.listeningStarted : ''}
      </span>
      <span className="order-first flex size-8">
        {canCancel ? (
          <Tooltip text={cancel}>
            <Button size="icon" aria-label={cancel} busy={isStopping} onClick={stop}>
              <Square aria-hidden="true" />
            </Button>
          </Tooltip>
        ) : null}
      </span>
      <Tooltip text={stopped ?? (hint ? `${hint} (${keys})` : keys)}>
        <Button
          ref={start}
          variant="primary"
          aria-busy={shown !== 'start'}
          aria-disabled={stopped !== undefined}
          onClick={() => (shown !== 'start' || stopped ? undefined : onExecute())}
        >
          <Steady
            shown={shown}
            labels={{
              running: words.executing,
              start: label,
              ...(canListen || listening ? { listening: listeningLabel(listening?.until) } : {}),
            }}
          />
        </Button>
      </Tooltip>
    </>
  )
}
