import { Play, Square } from 'lucide-react'
import { useRef } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { Button } from '../../../ui/primitives/button.tsx'
import { modKey } from '../../../ui/primitives/kbd.tsx'
import { Spinner } from '../../../ui/primitives/spinner.tsx'
import { Tooltip } from '../../../ui/primitives/tooltip.tsx'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

const words = strings.bar

export interface RunButtonsProps {
  /** Whether a run can be started. A run in progress can always be cancelled. */
  isRunnable: boolean
  isRunning: boolean
  isStopping: boolean
  /** Whether the id of the run in progress is known yet. */
  canStop: boolean
  onExecute: () => void
  onStop: () => void
}

/** The Execute and Cancel buttons. */
export function RunButtons(props: RunButtonsProps) {
  const { isRunnable, isRunning, isStopping, canStop, onExecute, onStop } = props
  const stopped = useStopReason()
  const execute = useRef<HTMLButtonElement>(null)
  const stop = () => {
    // The cancel button disappears when the run ends; move focus to the one beside it.
    execute.current?.focus()
    onStop()
  }
  return (
    <>
      {isRunning && canStop ? (
        <Button busy={isStopping} onClick={stop}>
          <Square aria-hidden="true" />
          {words.cancel}
        </Button>
      ) : null}
      {isRunnable ? (
        <Tooltip text={stopped ?? modKey('Enter')}>
          <Button
            ref={execute}
            variant="primary"
            aria-busy={isRunning}
            aria-disabled={stopped !== undefined}
            onClick={() => (isRunning || stopped ? undefined : onExecute())}
          >
            {isRunning ? <Spinner /> : <Play aria-hidden="true" className="fill-current" />}
            {isRunning ? words.executing : words.execute}
          </Button>
        </Tooltip>
      ) : null}
    </>
  )
}
