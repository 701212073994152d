import { Play, Square } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { modKey } from '../../../ui/primitives/kbd.tsx'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

const words = strings.bar

export interface RunButtonsProps {
  isStored: boolean
  isActive: boolean
  isRunning: boolean
  isStopping: boolean
  /** Whether the id of the run in progress is known yet. */
  canStop: boolean
  onExecute: () => void
  onStop: () => void
}

/** Execute, or in its place a button that first does what is missing. */
function startOf({ isStored, isActive }: RunButtonsProps) {
  if (!isStored) return { label: words.saveAndRun, hint: words.saveAndRunHint }
  if (!isActive) return { label: words.activateAndRun, hint: words.activateAndRunHint }
  return { label: words.execute, hint: undefined }
}

/** Shows one of two labels in the width of the wider one, so that nothing moves when it changes. */
function Steady({ isFirst, children }: { isFirst: boolean; children: [ReactNode, ReactNode] }) {
  return (
    <span className="grid justify-items-center">
      {[isFirst, !isFirst].map((isShown, at) => (
        <span key={String(at)} className={`col-start-1 row-start-1 ${isShown ? '' : 'invisible'}`}>
          {children[at]}
        </span>
      ))}
    </span>
  )
}

/** The button that starts a run and, in a place of its own, the one that cancels it. */
export function RunButtons(props: RunButtonsProps) {
  const { isRunning, isStopping, canStop, onExecute, onStop } = props
  const stopped = useStopReason()
  const start = useRef<HTMLButtonElement>(null)
  const { label, hint } = startOf(props)
  const keys = modKey('Enter')
  const stop = () => {
    // The cancel button disappears when the run ends; move focus to the one beside it.
    start.current?.focus()
    onStop()
  }
  return (
    <>
      <span className="order-first flex size-8">
        {isRunning && canStop ? (
          <Tooltip text={words.cancel}>
            <Button size="icon" aria-label={words.cancel} busy={isStopping} onClick={stop}>
              <Square aria-hidden="true" />
            </Button>
          </Tooltip>
        ) : null}
      </span>
      <Tooltip text={stopped ?? (hint ? `${hint} (${keys})` : keys)}>
        <Button
          ref={start}
          variant="primary"
          aria-busy={isRunning}
          aria-disabled={stopped !== undefined}
          onClick={() => (isRunning || stopped ? undefined : onExecute())}
        >
          {isRunning ? <Spinner /> : <Play aria-hidden="true" className="fill-current" />}
          <Steady isFirst={isRunning}>
            {words.executing}
            {label}
          </Steady>
        </Button>
      </Tooltip>
    </>
  )
}
