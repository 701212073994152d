import { useId, useState } from 'react'
import { LazyJsonTextEditor } from '../../../ui/code/lazy-json-text-editor.tsx'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import type { Json } from '../execution/execution.ts'
import { workflowEditorStrings as strings } from '../strings/editor-strings.ts'

function readJson(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json }
  } catch {
    return undefined
  }
}

interface JsonDialogProps {
  title: string
  description: string
  label: string
  start: Json
  cancelLabel: string
  confirmLabel: string
  isBusy?: boolean
  onClose: () => void
  onConfirm: (written: { value: Json; isChanged: boolean }) => void
}

/** Dialog that edits one JSON value. */
export function JsonDialog(props: JsonDialogProps) {
  const { isBusy = false } = props
  const [before] = useState(() => JSON.stringify(props.start, null, 2))
  const [text, setText] = useState(before)
  const read = readJson(text)
  const id = useId()
  const confirm = () => {
    if (read && !isBusy) props.onConfirm({ value: read.value, isChanged: text !== before })
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : props.onClose())}
      title={props.title}
      description={props.description}
      className="w-140"
    >
      <div className="px-5 pt-4">
        <p aria-hidden="true" className="mb-1.5 text-xs text-fg-2">
          {props.label}
        </p>
        <LazyJsonTextEditor
          label={props.label}
          value={text}
          onChange={setText}
          invalid={read === undefined}
          describedBy={read === undefined ? id : undefined}
          height="h-64"
        />
        <p id={id} role="alert" className="h-5 pt-1 text-xs text-danger-text">
          {read === undefined ? strings.notJson : ''}
        </p>
      </div>
      <DialogFooter>
        <Button onClick={props.onClose}>{props.cancelLabel}</Button>
        <Button variant="primary" busy={isBusy} aria-disabled={!read} onClick={confirm}>
          {props.confirmLabel}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
