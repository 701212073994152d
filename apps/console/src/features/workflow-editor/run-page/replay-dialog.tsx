import { JsonDialog } from '../editor/json-dialog.tsx'
import type { Json } from '../execution/execution.ts'
import { runPageStrings } from '../strings/run-page-strings.ts'
import type { RunStep } from './run-steps.ts'

const words = runPageStrings.replay

interface ReplayDialogProps {
  step: RunStep
  isStarting: boolean
  onClose: () => void
  /** Undefined to replay with the original input. */
  onReplay: (input: Json | undefined) => void
}

/** Starts a replay from one node, with its original or an edited input. */
export function ReplayDialog({ step, isStarting, onClose, onReplay }: ReplayDialogProps) {
  return (
    <JsonDialog
      title={words.title(step.last.label)}
      description={words.description}
      label={words.input}
      start={step.last.input}
      cancelLabel={words.cancel}
      confirmLabel={words.confirm}
      isBusy={isStarting}
      onClose={onClose}
      onConfirm={({ value, isChanged }) => onReplay(isChanged ? value : undefined)}
    />
  )
}
