import { JsonDialog } from '../editor/json-dialog.tsx'
import type { Json } from '../execution/execution.ts'
import { runWords } from '../strings/run-page-strings.ts'
import type { Taken } from './merge-turns.ts'

const words = runWords.replay

interface ReplayDialogProps {
  taken: Taken
  isStarting: boolean
  onClose: () => void
  /** Nothing for the input as it was. */
  onReplay: (input: Json | undefined) => void
}

/** Starts again from one node, with what it took or something else. */
export function ReplayDialog({ taken, isStarting, onClose, onReplay }: ReplayDialogProps) {
  return (
    <JsonDialog
      title={words.title(taken.last.label)}
      description={words.description}
      label={words.input}
      start={taken.last.input}
      cancelLabel={words.cancel}
      confirmLabel={words.confirm}
      isBusy={isStarting}
      onClose={onClose}
      onConfirm={({ value, isChanged }) => onReplay(isChanged ? value : undefined)}
    />
  )
}
