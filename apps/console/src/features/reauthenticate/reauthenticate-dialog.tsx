import { ApiError } from '@plinth/client'
import { reauthenticate, startPasskeyProof } from '@plinth/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { client } from '../../api/client.ts'
import { answerWithPasskey, PasskeyProblem } from '../../state/passkeys/browser-passkey.ts'
import { PasskeyButton } from '../../state/passkeys/passkey-button.tsx'
import { useIdentity, useProviderProof } from '../../state/sso/sso-identity.ts'
import { useTwoFactor } from '../../state/two-factor.ts'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { SecretField } from '../../ui/forms/secret-field.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { reauthenticateStrings as strings } from './strings.ts'

interface ReauthenticateDialogProps {
  onAnswer: (isProved: boolean) => void
}

type ProofKind = 'currentPassword' | 'code'

/** The message of the field if there is one, without the field's name in the API. */
function formatError(error: Error | null): string | undefined {
  if (error === null) return undefined
  if (error instanceof PasskeyProblem) return error.message
  if (!(error instanceof ApiError)) return strings.unreachable
  const [issue] = Array.isArray(error.details) ? error.details : []
  return issue?.message ?? error.message
}

function ProofForm({ first, onAnswer }: { first: ProofKind } & ReauthenticateDialogProps) {
  const [kind, setKind] = useState(first)
  const isCode = kind === 'code'
  const proof = useMutation({
    mutationFn: (value: string) =>
      client.call(reauthenticate, {
        body: isCode ? { code: value } : { currentPassword: value },
      }),
    gcTime: 0,
    onSuccess: () => onAnswer(true),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!proof.isPending) proof.mutate(String(new FormData(event.currentTarget).get(kind)))
  }
  const change = () => {
    proof.reset()
    setKind(isCode ? 'currentPassword' : 'code')
  }
  return (
    <CheckedForm onSubmit={submit}>
      <div className="flex flex-col gap-3 px-5 pt-4">
        <SecretField
          key={kind}
          name={kind}
          label={isCode ? strings.code : strings.password}
          error={formatError(proof.error)}
          {...(isCode ? { hint: strings.codeHint } : {})}
        />
        {first === 'code' ? (
          <Button variant="ghost" size="sm" className="self-start" onClick={change}>
            {isCode ? strings.usePassword : strings.useCode}
          </Button>
        ) : null}
      </div>
      <DialogFooter>
        <Button onClick={() => onAnswer(false)}>{strings.cancel}</Button>
        <Button type="submit" variant="primary" busy={proof.isPending}>
          {strings.confirm}
        </Button>
      </DialogFooter>
    </CheckedForm>
  )
}

/** For people who are connected with the provider: their account may have no password. */
function ProviderProof() {
  const { data: identity } = useIdentity()
  const proof = useProviderProof()
  if (!identity?.provider || !identity.canProve) return null
  return (
    <div className="flex flex-col gap-1.5 px-5 pt-4">
      <Button busy={proof.isPending || proof.isSuccess} onClick={() => proof.mutate()}>
        {strings.confirmWith(identity.provider)}
      </Button>
      <p className="text-xs text-fg-2">{strings.comesBack}</p>
      {proof.error ? (
        <p role="alert" className="text-sm text-danger-text">
          {formatError(proof.error)}
        </p>
      ) : null}
    </div>
  )
}

function PasskeyProof({ onAnswer }: ReauthenticateDialogProps) {
  const proof = useMutation({
    mutationFn: async () => {
      const { options } = await client.call(startPasskeyProof)
      const passkey = await answerWithPasskey(options)
      return client.call(reauthenticate, { body: { passkey } })
    },
    gcTime: 0,
    onSuccess: () => onAnswer(true),
  })
  return (
    <div className="px-5 pt-4">
      <PasskeyButton
        busy={proof.isPending || proof.isSuccess}
        problem={formatError(proof.error)}
        onClick={() => proof.mutate()}
      />
    </div>
  )
}

/** Asks for a passkey, the password, or a code if two-factor authentication is on, while calls wait for the answer. */
export function ReauthenticateDialog({ onAnswer }: ReauthenticateDialogProps) {
  const twoFactor = useTwoFactor()
  return (
    <Dialog
      open={!twoFactor.isLoading}
      onOpenChange={() => onAnswer(false)}
      title={strings.title}
      description={strings.text}
      hasWork={false}
    >
      {twoFactor.data?.passkeys ? <PasskeyProof onAnswer={onAnswer} /> : null}
      <ProviderProof />
      <ProofForm
        first={twoFactor.data?.hasAuthenticator ? 'code' : 'currentPassword'}
        onAnswer={onAnswer}
      />
    </Dialog>
  )
}
