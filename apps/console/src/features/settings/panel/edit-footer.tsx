import type { ReactNode } from 'react'
import { DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { settingsStrings as strings } from './strings.ts'

interface EditFooterProps {
  /** What takes the thing away, at the left end. */
  danger?: ReactNode
  submit: string | undefined
  busy: boolean
  onCancel: () => void
}

/** The buttons of a settings dialog; without a word for submit there is nothing to save. */
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
