import type { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface ConfirmLeaveProps {
  blocker: ReturnType<typeof useBlocker>
  title: string
  text: string
  stay: string
  leave: string
}

/** Asks before a blocked navigation loses what is not saved. */
export function ConfirmLeave({ blocker, title, text, stay, leave }: ConfirmLeaveProps) {
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title={title}
      text={text}
      cancelLabel={stay}
      confirmLabel={leave}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
