import { MAX_ACT_AS_REASON } from '@plinth/contract'
import { format } from 'date-fns'
import { type FormEvent, useState } from 'react'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/forms/input.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { useActAs } from './act-as-query.ts'
import { usersStrings } from './strings.ts'

const strings = usersStrings.actAs

interface TokenProps {
  token: string
  expiresOn: string
  onDone: () => void
}

function Token({ token, expiresOn, onDone }: TokenProps) {
  return (
    <>
      <div className="flex flex-col gap-3 px-5 pt-4">
        <p
          role="status"
          className="rounded-lg border border-warn-line bg-warn-soft px-3 py-2 text-sm text-warn-text"
        >
          {strings.once(format(new Date(expiresOn), 'HH:mm'))}
        </p>
        <div className="flex items-center gap-1 rounded-lg border bg-sunken py-1.5 pr-1.5 pl-3">
          <code data-secret="" className="min-w-0 flex-1 font-mono text-xs break-all select-all">
            {token}
          </code>
          <CopyButton label={strings.copy} copiedLabel={strings.copied} text={token} />
        </div>
        <p className="text-xs text-fg-2">
          {strings.use} <code className="font-mono">users.actAs(token)</code>
          {strings.useAfter}
        </p>
      </div>
      <DialogFooter>
        <Button variant="primary" autoFocus onClick={onDone}>
          {strings.done}
        </Button>
      </DialogFooter>
    </>
  )
}

interface ReasonFormProps {
  acting: ReturnType<typeof useActAs>
  onClose: () => void
}

function ReasonForm({ acting, onClose }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    acting.start(reason)
  }
  const change = (value: string) => {
    acting.forgive()
    setReason(value)
  }
  return (
    <form noValidate onSubmit={submit}>
      <div className="flex flex-col gap-3 px-5 pt-4">
        <p className="text-sm text-fg-2">{strings.text}</p>
        <Field label={strings.reason} required hint={strings.reasonHint} error={acting.problem}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              autoComplete="off"
              maxLength={MAX_ACT_AS_REASON}
              placeholder={strings.reasonPlaceholder}
              value={reason}
              onChange={(event) => change(event.target.value)}
            />
          )}
        </Field>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>{usersStrings.cancel}</Button>
        <Button type="submit" variant="primary" busy={acting.busy}>
          {strings.start}
        </Button>
      </DialogFooter>
    </form>
  )
}

interface ActAsDialogProps {
  open: boolean
  userId: string
  email: string
  tableId: string
  onClose: () => void
}

function Body({ userId, tableId, onClose }: Omit<ActAsDialogProps, 'open' | 'email'>) {
  const acting = useActAs(tableId, userId)
  if (acting.session) return <Token {...acting.session} onDone={onClose} />
  return <ReasonForm acting={acting} onClose={onClose} />
}

/** Asks for a reason, then shows once the token of a session as the user. */
export function ActAsDialog({ open, email, onClose, ...about }: ActAsDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={strings.title(email)}>
      <Body {...about} onClose={onClose} />
    </Dialog>
  )
}
