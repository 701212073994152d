import type { Member } from '@plinth/contract'
import { useCurrentUser } from '../../../state/current-user.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { memberNameOf } from './member-identity.tsx'
import { membersStrings as strings } from './strings.ts'

interface RemoveMemberDialogProps {
  member: Member
  open: boolean
  onCancel: () => void
  onConfirm: () => void
}

export function RemoveMemberDialog({ member, open, onCancel, onConfirm }: RemoveMemberDialogProps) {
  const self = useCurrentUser().data?.user.id === member.id
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onCancel}
      title={strings.removeTitle(memberNameOf(member))}
      text={self ? strings.removeSelf : strings.removeText}
      cancelLabel={settings.cancel}
      confirmLabel={strings.remove}
      onConfirm={onConfirm}
    />
  )
}
