import { type FormEventHandler, type ReactNode, useState } from 'react'
import { useStopReason } from '../../../state/availability.ts'
import { CheckedForm } from '../../../ui/forms/checked-form.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { EditFooter } from './edit-footer.tsx'
import { FormProblem, ReadOnlyReason } from './form-notes.tsx'
import { settingsStrings as strings } from './strings.ts'

/** State of the delete confirmation. */
export interface DeleteQuestion {
  open: boolean
  onCancel: () => void
  onConfirm: () => void
}

interface ItemFormFrameProps {
  isNew: boolean
  /** Read-only, because the user cannot change the item of this environment. */
  closed: boolean
  edit: { busy: boolean; problem: string | undefined; remove: () => void }
  fields: ReactNode
  /** Notice about another user's save. */
  stale: ReactNode
  question: (asked: DeleteQuestion) => ReactNode
  onSubmit: FormEventHandler<HTMLFormElement>
  onDone: () => void
  /** The label of the button that deletes the item. */
  removeLabel?: string
}

/**
 * Form layout for items that belong to an environment: fields, notes, buttons and delete
 * confirmation.
 */
export function ItemFormFrame(props: ItemFormFrameProps) {
  const { isNew, edit } = props
  const stopped = useStopReason()
  const reason = stopped ?? (props.closed ? strings.production : undefined)
  const [deleting, setDeleting] = useState(false)
  const danger = (
    <Button variant="danger-ghost" onClick={() => setDeleting(true)}>
      {props.removeLabel ?? strings.delete}
    </Button>
  )
  const save = isNew ? strings.create : strings.save
  return (
    <CheckedForm onSubmit={props.onSubmit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        {props.fields}
        {reason ? <ReadOnlyReason>{reason}</ReadOnlyReason> : null}
        {props.stale}
        <FormProblem>{stopped ? undefined : edit.problem}</FormProblem>
      </div>
      <EditFooter
        danger={isNew || reason ? undefined : danger}
        submit={reason ? undefined : save}
        busy={edit.busy}
        onCancel={props.onDone}
      />
      {isNew
        ? null
        : props.question({
            open: deleting,
            onCancel: () => setDeleting(false),
            onConfirm: () => {
              setDeleting(false)
              edit.remove()
            },
          })}
    </CheckedForm>
  )
}
