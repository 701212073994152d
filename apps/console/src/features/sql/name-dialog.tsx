import type { SavedQuery } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { describeFailure, useSaveQuery } from './saved-query-calls.ts'
import { sqlStrings as strings } from './strings.ts'

/** A query to name: a new text, or a saved query to rename. */
export type Naming = { sql: string; saved?: SavedQuery }

interface NameDialogProps {
  projectId: string
  /** Undefined while the dialog is closed. */
  naming: Naming | undefined
  onSaved: (query: SavedQuery) => void
  onClose: () => void
}

function NameForm({ projectId, naming, onSaved, onClose }: NameDialogProps & { naming: Naming }) {
  const [name, setName] = useState(naming.saved?.name ?? '')
  const [isMissing, setMissing] = useState(false)
  const save = useSaveQuery(projectId)
  const refused = save.error ? describeFailure(save.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '' && !save.isPending)
      save.mutate({ name, ...naming }, { onSuccess: onSaved })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="px-5 pt-4">
        <Field label={strings.name} required error={isMissing ? strings.nameRequired : refused}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              autoComplete="off"
              maxLength={80}
              value={name}
              onChange={(event) => {
                save.reset()
                setMissing(false)
                setName(event.target.value)
              }}
            />
          )}
        </Field>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={save.isPending}>
          {strings.save}
        </Button>
      </DialogFooter>
    </form>
  )
}

/** Asks for the name of a query. */
export function NameDialog(props: NameDialogProps) {
  const { naming, onClose } = props
  return (
    <Dialog
      open={naming !== undefined}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={naming?.saved ? strings.renameTitle : strings.saveTitle}
      description={strings.saveText}
      className="w-100!"
    >
      {naming ? <NameForm {...props} naming={naming} /> : null}
    </Dialog>
  )
}
