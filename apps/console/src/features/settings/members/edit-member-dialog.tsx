import type { Member } from '@plinth/contract'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { EditMemberForm } from './edit-member-form.tsx'
import { membersStrings as strings } from './strings.ts'

interface EditMemberDialogProps {
  open: boolean
  member: Member | undefined
  onClose: () => void
}

export function EditMemberDialog({ open, member, onClose }: EditMemberDialogProps) {
  const shown = useLast(member)
  return (
    <Dialog open={open && shown !== undefined} onOpenChange={onClose} title={strings.editTitle}>
      {shown ? <EditMemberForm key={shown.id} member={shown} onDone={onClose} /> : null}
    </Dialog>
  )
}
