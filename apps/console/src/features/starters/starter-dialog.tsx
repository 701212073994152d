import type { Database } from '@plinth/contract'
import type { StarterId } from '@plinth/schema'
import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { Spinner } from '../../ui/primitives/spinner.tsx'
import type { StarterTarget } from './apply-starter.ts'
import { STARTER_STEPS, type StarterStep, starterStrings as strings } from './strings.ts'
import { type StarterProgress, useStarter } from './use-starter.ts'

type StepState = keyof typeof strings.states

function stateOf(step: StarterStep, progress: StarterProgress): StepState {
  if (progress.state === 'idle') return 'waiting'
  const current = progress.state === 'running' ? progress.step : progress.failed
  const distance = STARTER_STEPS.indexOf(step) - STARTER_STEPS.indexOf(current)
  if (distance > 0) return 'waiting'
  if (progress.state === 'running') return distance === 0 ? 'running' : 'done'
  // After a failure nothing of the steps before it is left.
  return distance === 0 ? 'failed' : 'waiting'
}

const ICONS = {
  waiting: <CircleDashed aria-hidden="true" className="size-4 text-fg-3" />,
  running: <Spinner />,
  done: <CircleCheck aria-hidden="true" className="size-4 text-accent-text" />,
  failed: <CircleAlert aria-hidden="true" className="size-4 text-danger-text" />,
} as const

function Steps({ progress }: { progress: StarterProgress }) {
  return (
    <ol aria-label={strings.progress} className="flex flex-col gap-2 rounded-lg border px-3 py-2.5">
      {STARTER_STEPS.map((step) => {
        const state = stateOf(step, progress)
        return (
          <li key={step} className="flex items-center gap-2 text-sm">
            <span className="grid size-4 shrink-0 place-items-center">{ICONS[state]}</span>
            <span className={state === 'waiting' ? 'text-fg-2' : ''}>{strings.steps[step]}</span>
            <span className="sr-only">{strings.states[state]}</span>
          </li>
        )
      })}
    </ol>
  )
}

interface StarterDialogProps extends StarterTarget {
  id: StarterId
  database: { value: Database; name: string }
  onEnd: (isApplied: boolean) => Promise<void>
  onClose: () => void
}

/** Says what a starter creates, creates it, and shows how far it is. */
export function StarterDialog({ id, database, onEnd, onClose, ...target }: StarterDialogProps) {
  const words = strings.starters[id]
  const { progress, run } = useStarter({
    ...target,
    id,
    database: database.value,
    onEnd,
    onDone: onClose,
  })
  const isBusy = progress.state === 'running' || progress.state === 'undoing'
  return (
    <Dialog
      open
      onOpenChange={(open) => (open || isBusy ? undefined : onClose())}
      title={strings.title(words.name)}
      description={strings.description}
      className="w-130!"
    >
      <div className="flex flex-col gap-4 px-5 pt-4">
        <ul className="flex list-disc flex-col gap-1.5 pl-4 text-sm">
          {words.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
        <p className="text-sm text-fg-2">{strings.database(database.name)}</p>
        <Steps progress={progress} />
        {/* As high as a message of two lines, so that nothing moves. */}
        <p
          role={progress.state === 'failed' ? 'alert' : 'status'}
          className="min-h-10 text-xs leading-5 text-danger-text"
        >
          {progress.state === 'failed' ? progress.reason : null}
          {progress.state === 'undoing' ? strings.takingBack : null}
        </p>
      </div>
      <DialogFooter>
        <Button aria-disabled={isBusy} onClick={() => (isBusy ? undefined : onClose())}>
          {progress.state === 'failed' ? strings.close : strings.cancel}
        </Button>
        <Button variant="primary" busy={isBusy} onClick={run}>
          {progress.state === 'failed' ? strings.retry : strings.create}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
