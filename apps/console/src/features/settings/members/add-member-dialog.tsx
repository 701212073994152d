import { useId, useState } from 'react'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { AddMemberForm } from './add-member-form.tsx'
import { CreateMemberForm } from './create-member-form.tsx'
import { membersStrings as strings } from './strings.ts'

interface AddMemberDialogProps {
  open: boolean
  onClose: () => void
}

function CreateUserSwitch(props: { checked: boolean; onChange: (checked: boolean) => void }) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4 rounded-lg border bg-sunken/60 px-3 py-2.5">
      <div>
        <label htmlFor={id} className="block text-sm font-medium">
          {strings.createUser}
        </label>
        <p id={`${id}-hint`} className="text-xs leading-5 text-fg-3">
          {strings.createUserHint}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-hint`}
        checked={props.checked}
        onCheckedChange={props.onChange}
      />
    </div>
  )
}

/** Adds an existing user or creates a new one. */
export function AddMemberDialog({ open, onClose }: AddMemberDialogProps) {
  const [creating, setCreating] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setCreating(false)
  }
  const Form = creating ? CreateMemberForm : AddMemberForm
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={creating ? strings.createTitle : strings.addTitle}
      description={creating ? strings.createText : strings.addText}
    >
      <div className="px-5 pt-4.5">
        <CreateUserSwitch checked={creating} onChange={setCreating} />
      </div>
      <Form onDone={onClose} />
    </Dialog>
  )
}
