import { type AvailabilityState, MAX_AVAILABILITY_REASON } from '@plinth/contract'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { generalStrings as strings } from './strings.ts'
import { useSaveAvailability } from './use-save-availability.ts'

interface AvailabilityFormProps {
  state: AvailabilityState
  onClose: () => void
}

function AvailabilityForm({ state, onClose }: AvailabilityFormProps) {
  const [reason, setReason] = useState('')
  const { save, busy, problem } = useSaveAvailability(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save({ state, reason })
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        {state === 'open' ? null : (
          <Field label={strings.reason} hint={strings.reasonHint} required={state === 'suspended'}>
            {(control) => (
              <TextArea
                {...control}
                maxLength={MAX_AVAILABILITY_REASON}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        )}
        <FormProblem>{problem}</FormProblem>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{strings.cancel}</Button>
        <Button type="submit" variant={state === 'open' ? 'primary' : 'danger'} busy={busy}>
          {strings.states[state].button}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface AvailabilityDialogProps {
  /** The state to confirm; kept while the dialog closes. */
  state: AvailabilityState
  open: boolean
  onClose: () => void
}

/** Asks for confirmation and a reason before a project is stopped or opened. */
export function AvailabilityDialog({ state, open, onClose }: AvailabilityDialogProps) {
  const words = strings.states[state]
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={words.question}
      description={words.consequence}
    >
      <AvailabilityForm state={state} onClose={onClose} />
    </Dialog>
  )
}
