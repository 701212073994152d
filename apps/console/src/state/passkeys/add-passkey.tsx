import { deviceName } from '@plinth/contract'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { RecoveryCodes } from '../recovery-codes/recovery-codes.tsx'
import { splitError } from './field-error.ts'
import { OwnPassword } from './own-password.tsx'
import { useAddPasskey } from './passkeys-query.ts'
import { passkeyStrings as strings } from './strings.ts'

interface AddFormProps {
  onCancel: () => void
  onAdded: (recoveryCodes: string[]) => void
}

function AddForm({ onCancel, onAdded }: AddFormProps) {
  const adding = useAddPasskey(onAdded)
  const error = splitError(adding.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (adding.isPending) return
    const form = new FormData(event.currentTarget)
    const body = {
      name: String(form.get('name')),
      currentPassword: String(form.get('currentPassword')),
    }
    adding.mutate(body)
  }
  return (
    <CheckedForm onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <Field label={strings.name} hint={strings.nameHint}>
          {(control) => (
            <Input
              {...control}
              name="name"
              autoComplete="off"
              defaultValue={deviceName(navigator.userAgent, '')}
              maxLength={80}
              required
            />
          )}
        </Field>
        <OwnPassword error={error.field} />
        {error.form ? (
          <p role="alert" className="text-sm text-danger-text">
            {error.form}
          </p>
        ) : null}
      </div>
      <DialogFooter>
        <Button onClick={onCancel}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={adding.isPending}>
          {strings.continue}
        </Button>
      </DialogFooter>
    </CheckedForm>
  )
}

interface AddPasskeyProps {
  label?: string
  /** Shows the recovery codes in place of the dialog, for screens that change when the first passkey is added. */
  onRecoveryCodes?: (codes: string[]) => void
}

/** A button with the dialog that adds a passkey and shows the recovery codes that the first one brings. */
export function AddPasskey({ label = strings.add, onRecoveryCodes }: AddPasskeyProps) {
  const [isOpen, setOpen] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const done = () => {
    setOpen(false)
    setCodes(undefined)
  }
  const added = (recoveryCodes: string[]) => {
    showToast({ title: strings.added })
    if (recoveryCodes.length > 0 && !onRecoveryCodes) return setCodes(recoveryCodes)
    if (recoveryCodes.length > 0) onRecoveryCodes?.(recoveryCodes)
    done()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Plus aria-hidden="true" />
        {label}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={(open) => (open ? setOpen(true) : done())}
        title={codes ? strings.codesTitle : strings.addTitle}
        description={codes ? strings.codesText : strings.addText}
        hasWork={codes !== undefined}
        question={strings.codesQuestion}
      >
        {codes ? (
          <div className="px-5 pb-5">
            <RecoveryCodes codes={codes} onDone={done} />
          </div>
        ) : (
          <AddForm onCancel={() => setOpen(false)} onAdded={added} />
        )}
      </Dialog>
    </>
  )
}
