import { JsonDialog } from '../editor/json-dialog.tsx'
import type { Json } from '../execution/execution.ts'
import { nodeSettingsStrings } from '../strings/node-settings-strings.ts'

const words = nodeSettingsStrings.pin

interface PinDialogProps {
  label: string
  start: Json
  onClose: () => void
  onPin: (value: Json) => void
}

/** Edits the pinned output of a node. */
export function PinDialog({ label, start, onClose, onPin }: PinDialogProps) {
  return (
    <JsonDialog
      title={words.dialog(label)}
      description={words.dialogText}
      label={words.output}
      start={start}
      cancelLabel={words.cancel}
      confirmLabel={words.pin}
      onClose={onClose}
      onConfirm={({ value }) => onPin(value)}
    />
  )
}
