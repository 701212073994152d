import type { StaffMember } from '@plinth/contract'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useDisconnectPerson } from './people-queries.ts'
import { peopleStrings as strings } from './strings.ts'

interface DisconnectDialogProps {
  person: StaffMember | undefined
  onClose: () => void
}

/** Asks before an account is disconnected from the identity provider. */
export function DisconnectDialog({ person, onClose }: DisconnectDialogProps) {
  const disconnecting = useDisconnectPerson()
  return (
    <ConfirmDialog
      open={person !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={strings.disconnectTitle(person?.email ?? '')}
      text={strings.disconnectText}
      cancelLabel={strings.cancel}
      confirmLabel={strings.disconnect}
      busy={disconnecting.isPending}
      onConfirm={() => {
        if (person) disconnecting.mutate(person.id, { onSettled: onClose })
      }}
    />
  )
}
