import type { ReactNode } from 'react'
import { DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { settingsStrings as strings } from './strings.ts'

interface EditFooterProps {
  /** Delete or remove button, at the left end. */
  danger?: ReactNode
  submit: string | undefined
  busy: boolean
  onCancel: () => void
}

/** Buttons of a settings dialog; read-only dialogs have no submit label. */
export function EditFooter({ danger, submit, busy, onCancel }: EditFooterProps) {
  return (
    <DialogFooter>
      {danger ? <span className="mr-auto">{danger}</span> : null}
      <Button onClick={onCancel}>{strings.cancel}</Button>
      {submit ? (
        <Button type="submit" variant="primary" busy={busy}>
          {submit}
        </Button>
      ) : null}
    </DialogFooter>
  )
}
