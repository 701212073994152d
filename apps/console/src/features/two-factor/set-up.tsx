import type { FormEvent } from 'react'
import { renderSVG } from 'uqr'
import { useIdentity, useProviderProof } from '../../state/sso/sso-identity.ts'
import { CheckedForm } from '../../ui/forms/checked-form.tsx'
import { SecretField } from '../../ui/forms/secret-field.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { CopyButton } from '../../ui/primitives/copy-button.tsx'
import { twoFactorStrings as strings } from './strings.ts'
import { errorAt, useBegin, useConfirm } from './use-two-factor.ts'

const fieldOf = (event: FormEvent<HTMLFormElement>, name: string) =>
  String(new FormData(event.currentTarget).get(name))

/** The provider's question instead of the password, which accounts of single sign-on may not have. */
function ProviderQuestion({ name }: { name: string }) {
  const proof = useProviderProof()
  return (
    <div className="mt-6 flex flex-col gap-1.5">
      <Button busy={proof.isPending || proof.isSuccess} onClick={() => proof.mutate()}>
        {strings.confirmWith(name)}
      </Button>
      {proof.error ? (
        <p role="alert" className="text-sm text-danger-text">
          {proof.error.message}
        </p>
      ) : null}
    </div>
  )
}

function Begin({ begin }: { begin: ReturnType<typeof useBegin> }) {
  const { data: identity } = useIdentity()
  const refused = errorAt(begin.error, 'currentPassword')
  if (identity?.isProved) {
    return (
      <div className="mt-6 flex flex-col gap-4">
        {begin.error ? (
          <p role="alert" className="text-sm text-danger-text">
            {begin.error.message}
          </p>
        ) : null}
        <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate('')}>
          {strings.begin}
        </Button>
      </div>
    )
  }
  return (
    <>
      {identity?.provider ? <ProviderQuestion name={identity.provider} /> : null}
      <CheckedForm
        className="mt-6 flex flex-col gap-4"
        onSubmit={(event) => {
          if (!begin.isPending) begin.mutate(fieldOf(event, 'currentPassword'))
        }}
      >
        <SecretField
          name="currentPassword"
          label={strings.currentPassword}
          error={refused ?? begin.error?.message}
        />
        <Button type="submit" variant="primary" busy={begin.isPending}>
          {strings.begin}
        </Button>
      </CheckedForm>
    </>
  )
}

/** The QR code is drawn in the browser, so the secret is not sent anywhere. */
function Picture({ address }: { address: string }) {
  const svg = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(address, { border: 2 }))}`
  return <img src={svg} alt={strings.picture} className="size-44 rounded-lg border bg-white" />
}

interface SetUpProps {
  onConfirmed: (recoveryCodes: string[]) => void
}

/** Set-up steps: password, secret, first code. */
export function SetUp({ onConfirmed }: SetUpProps) {
  const begin = useBegin()
  const confirm = useConfirm()
  if (!begin.data) return <Begin begin={begin} />
  const { secret, address } = begin.data
  return (
    <CheckedForm
      className="mt-6 flex flex-col gap-4"
      onSubmit={(event) => {
        if (confirm.isPending) return
        confirm.mutate(fieldOf(event, 'code'), {
          onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
        })
      }}
    >
      <p className="text-sm font-medium">{strings.scan}</p>
      <Picture address={address} />
      <div>
        <p className="text-xs text-fg-2">{strings.secret}</p>
        <p className="flex items-center gap-1 font-mono text-xs break-all">
          <span data-testid="secret">{secret}</span>
          <CopyButton label={strings.copySecret} copiedLabel={strings.copied} text={secret} />
        </p>
      </div>
      <SecretField
        name="code"
        label={strings.code}
        hint={strings.codeHint}
        error={errorAt(confirm.error, 'code') ?? confirm.error?.message}
      />
      <Button type="submit" variant="primary" busy={confirm.isPending}>
        {strings.confirm}
      </Button>
    </CheckedForm>
  )
}
