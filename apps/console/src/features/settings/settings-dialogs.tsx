import { CreateConstantDialog, EditConstantDialog } from './constants/constant-dialog.tsx'
import type { DialogState } from './dialog-mode.ts'
import { CreateDomainDialog, EditDomainDialog } from './domains/domain-dialog.tsx'
import { AddMemberDialog } from './members/add-member-dialog.tsx'
import { EditMemberDialog } from './members/edit-member-dialog.tsx'
import { useConstants, useDomains, useMembers } from './settings-queries.ts'

interface SettingsDialogsProps {
  dialog: DialogState
  onClose: () => void
}

function withId<Item extends { id: string }>(items: readonly Item[] | undefined, id: string) {
  return items?.find((item) => item.id === id)
}

/** The dialog of each mode; the mode decides which one is open. */
export function SettingsDialogs({ dialog: { mode, id }, onClose }: SettingsDialogsProps) {
  const member = withId(useMembers().data, id)
  const domain = withId(useDomains().data, id)
  const constant = withId(useConstants().data, id)
  return (
    <>
      <AddMemberDialog open={mode === 'add member'} onClose={onClose} />
      <EditMemberDialog open={mode === 'update member'} member={member} onClose={onClose} />
      <CreateDomainDialog open={mode === 'create domain'} onClose={onClose} />
      <EditDomainDialog open={mode === 'edit domain'} domain={domain} onClose={onClose} />
      <CreateConstantDialog open={mode === 'create constant'} onClose={onClose} />
      <EditConstantDialog open={mode === 'edit constant'} constant={constant} onClose={onClose} />
    </>
  )
}
