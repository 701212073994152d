import type { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { dataStrings } from './strings.ts'

const strings = dataStrings.leave

/** Confirms leaving the screen with unsaved edits. */
export function LeaveDialog({ blocker }: { blocker: ReturnType<typeof useBlocker> }) {
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title={strings.title}
      text={strings.text}
      cancelLabel={strings.stay}
      confirmLabel={strings.leave}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
