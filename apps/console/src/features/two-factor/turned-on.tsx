import { type FormEvent, useId } from 'react'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { SecretField } from '../../ui/forms/secret-field.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { twoFactorStrings as strings } from './strings.ts'
import { errorAt, useEnd, useReloadAccount, useRenew } from './use-two-factor.ts'

interface TurnedOnProps {
  state: {
    hasAuthenticator: boolean
    passkeys: number
    required: boolean
    recoveryCodesLeft: number
  }
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

function TurnOff({ isLast }: { isLast: boolean }) {
  const submitLabel = isLast ? strings.turnOff : strings.removeApp
  const end = useEnd()
  const reload = useReloadAccount()
  const atField = errorAt(end.error, 'currentPassword')
  const atCode = errorAt(end.error, 'code')
  return (
    <CheckedForm
      aria-label={submitLabel}
      className="flex flex-col gap-4 border-t pt-6"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        const form = new FormData(event.currentTarget)
        const body = {
          currentPassword: String(form.get('currentPassword')),
          code: String(form.get('code')),
        }
        end.mutate(body, {
          onSuccess: () => {
            showToast({ title: isLast ? strings.turnedOff : strings.appRemoved })
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
        {submitLabel}
      </Button>
    </CheckedForm>
  )
}

function AppEnd({ isLast, isRequired }: { isLast: boolean; isRequired: boolean }) {
  if (!isLast || !isRequired) return <TurnOff isLast={isLast} />
  return <p className="border-t pt-4 text-sm text-fg-2">{strings.requiredStays}</p>
}

/** Recovery codes and turning off, while two-factor authentication is on. */
export function TurnedOn(props: TurnedOnProps) {
  const { hasAuthenticator, passkeys, required } = props.state
  return (
    <div className="mt-6 flex flex-col gap-6">
      <Renew {...props} />
      {hasAuthenticator ? <AppEnd isLast={passkeys === 0} isRequired={required} /> : null}
    </div>
  )
}
