import { ConstantForm } from './constants/constant-form.tsx'
import { constantsStrings as constantWords } from './constants/strings.ts'
import { DomainForm } from './domains/domain-form.tsx'
import { domainsStrings as domainWords } from './domains/strings.ts'
import { AddMemberDialog } from './members/add-member-dialog.tsx'
import { EditMemberDialog } from './members/edit-member-dialog.tsx'
import { ItemDialogs } from './panel/item-dialogs.tsx'
import { useConstants, useDomains, useMembers } from './panel/settings-queries.ts'
import type { SettingsDialogMode, SettingsDialogState } from './settings-dialog.ts'

interface SettingsDialogsProps {
  dialog: SettingsDialogState
  onClose: () => void
}

function withId<Item extends { id: string }>(items: readonly Item[] | undefined, id: string) {
  return items?.find((item) => item.id === id)
}

function openOf(mode: SettingsDialogMode, item: 'domain' | 'constant') {
  if (mode === `create ${item}`) return 'create'
  return mode === `edit ${item}` ? 'edit' : undefined
}

/** Renders the dialog of the current mode. */
export function SettingsDialogs({ dialog: { mode, id }, onClose }: SettingsDialogsProps) {
  const member = withId(useMembers().data, id)
  const domain = withId(useDomains().data, id)
  const constant = withId(useConstants().data, id)
  return (
    <>
      <AddMemberDialog open={mode === 'add member'} onClose={onClose} />
      <EditMemberDialog open={mode === 'update member'} member={member} onClose={onClose} />
      <ItemDialogs
        open={openOf(mode, 'domain')}
        item={domain}
        words={domainWords}
        form={DomainForm}
        onClose={onClose}
      />
      <ItemDialogs
        open={openOf(mode, 'constant')}
        item={constant}
        words={constantWords}
        form={ConstantForm}
        onClose={onClose}
      />
    </>
  )
}
