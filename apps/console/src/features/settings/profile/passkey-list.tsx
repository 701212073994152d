import type { Passkey } from '@plinth/contract'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { AddPasskey } from '../../../state/passkeys/add-passkey.tsx'
import { splitError } from '../../../state/passkeys/field-error.ts'
import { OwnPassword } from '../../../state/passkeys/own-password.tsx'
import { usePasskeys, useRemovePasskey } from '../../../state/passkeys/passkeys-query.ts'
import { useTwoFactor } from '../../../state/two-factor.ts'
import { Dialog, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { CheckedForm } from '../../../ui/forms/checked-form.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Day, RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { passkeyListStrings as strings } from './passkey-strings.ts'
import { RevocableList, RevocableRow } from './revocable-list.tsx'

interface RemovalProps {
  passkey: Passkey
  onDone: () => void
}

function Removal({ passkey, onDone }: RemovalProps) {
  const removing = useRemovePasskey()
  const error = splitError(removing.error)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (removing.isPending) return
    const currentPassword = String(new FormData(event.currentTarget).get('currentPassword'))
    const onSuccess = () => {
      showToast({ title: strings.removed })
      onDone()
    }
    removing.mutate({ passkeyId: passkey.id, currentPassword }, { onSuccess })
  }
  return (
    <CheckedForm onSubmit={submit}>
      <div className="flex flex-col gap-4 px-5 pt-4">
        <OwnPassword error={error.field} />
        {error.form ? (
          <p role="alert" className="text-sm text-danger-text">
            {error.form}
          </p>
        ) : null}
      </div>
      <DialogFooter>
        <Button onClick={onDone}>{strings.cancel}</Button>
        <Button type="submit" variant="danger" busy={removing.isPending}>
          {strings.remove}
        </Button>
      </DialogFooter>
    </CheckedForm>
  )
}

function PasskeyRow({ passkey, isLast }: { passkey: Passkey; isLast: boolean }) {
  const [isAsked, setAsked] = useState(false)
  const { name, createdOn, lastUsedOn } = passkey
  return (
    <RevocableRow
      icon={<Fingerprint />}
      failure={undefined}
      lines={
        <>
          <span className="truncate leading-4.5 font-medium">{name}</span>
          <span className="truncate text-xs text-fg-2">
            {strings.added} <Day iso={createdOn} /> ·{' '}
            {lastUsedOn ? (
              <>
                {strings.lastUsed} <RelativeTime iso={lastUsedOn} />
              </>
            ) : (
              strings.neverUsed
            )}
          </span>
        </>
      }
    >
      <Button size="sm" aria-label={strings.removeOf(name)} onClick={() => setAsked(true)}>
        {strings.remove}
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={setAsked}
        title={strings.removeTitle(name)}
        description={isLast ? strings.removeLastText : strings.removeText}
        hasWork={false}
      >
        <Removal passkey={passkey} onDone={() => setAsked(false)} />
      </Dialog>
    </RevocableRow>
  )
}

/** The user's passkeys, and the button to add one. */
export function PasskeyList() {
  const query = usePasskeys()
  const { data: twoFactor } = useTwoFactor()
  const isLast = query.data?.length === 1 && twoFactor?.hasAuthenticator === false
  return (
    <RevocableList
      id="passkeys"
      title={strings.title}
      text={strings.text}
      query={query}
      empty={strings.empty}
      action={<AddPasskey />}
      skeleton={
        <div className="p-4">
          <Skeleton className="h-6 w-72" />
        </div>
      }
    >
      {(passkey) => <PasskeyRow key={passkey.id} passkey={passkey} isLast={isLast} />}
    </RevocableList>
  )
}
