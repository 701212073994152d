import { type FormEvent, useId } from 'react'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { SecretField } from '../../ui/forms/secret-field.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { twoFactorStrings as strings } from './strings.ts'
import { errorAt, useEnd, useReloadAccount, useRenew } from './use-two-factor.ts'

interface TurnedOnProps {
  state: { required: boolean; recoveryCodesLeft: number }
  onRenewed: (recoveryCodes: string[]) => void
}

function Renew({ state, onRenewed }: TurnedOnProps) {
  const renew = useRenew()
  const id = useId()
  return (
    <CheckedForm
      aria-labelledby={id}
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        const form = new FormData(event.currentTarget)
        renew.mutate(String(form.get('currentPassword')), {
          onSuccess: ({ recoveryCodes }) => onRenewed(recoveryCodes),
        })
      }}
    >
      <h2 id={id} className="text-sm font-semibold">
        {strings.left(state.recoveryCodesLeft)}
      </h2>
      <SecretField
        name="currentPassword"
        label={strings.currentPassword}
        error={errorAt(renew.error, 'currentPassword') ?? renew.error?.message}
      />
      <Button type="submit" busy={renew.isPending}>
        {strings.renew}
      </Button>
    </CheckedForm>
  )
}

function TurnOff() {
  const end = useEnd()
  const reload = useReloadAccount()
  const atField = errorAt(end.error, 'currentPassword')
  const atCode = errorAt(end.error, 'code')
  return (
    <CheckedForm
      aria-label={strings.turnOff}
      className="flex flex-col gap-4 border-t pt-6"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        const form = new FormData(event.currentTarget)
        const body = {
          currentPassword: String(form.get('currentPassword')),
          code: String(form.get('code')),
        }
        end.mutate(body, {
          onSuccess: () => {
            showToast({ title: strings.turnedOff })
            reload()
          },
        })
      }}
    >
      <SecretField name="currentPassword" label={strings.currentPassword} error={atField} />
      <SecretField
        name="code"
        label={strings.offCode}
        hint={strings.offCodeHint}
        error={atCode ?? (atField ? undefined : end.error?.message)}
      />
      <Button type="submit" variant="danger" busy={end.isPending}>
        {strings.turnOff}
      </Button>
    </CheckedForm>
  )
}

/** Recovery codes and turning off, while two-factor authentication is on. */
export function TurnedOn(props: TurnedOnProps) {
  return (
    <div className="mt-6 flex flex-col gap-6">
      <Renew {...props} />
      {props.state.required ? (
        <p className="border-t pt-4 text-sm text-fg-2">{strings.requiredStays}</p>
      ) : (
        <TurnOff />
      )}
    </div>
  )
}
