import { SecretField } from '../../ui/forms/secret-field.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { useIdentity, useProviderProof } from '../sso/sso-identity.ts'
import { passkeyStrings as strings } from './strings.ts'

/** The current password, or the provider's question for accounts of single sign-on, which may have no password. */
export function OwnPassword({ error }: { error: string | undefined }) {
  const { data: identity } = useIdentity()
  const proof = useProviderProof()
  if (identity?.isProved) return <input type="hidden" name="currentPassword" value="" />
  return (
    <>
      <SecretField name="currentPassword" label={strings.currentPassword} error={error} />
      {identity?.provider ? (
        <Button
          variant="ghost"
          size="sm"
          className="self-start"
          busy={proof.isPending || proof.isSuccess}
          onClick={() => proof.mutate()}
        >
          {strings.confirmWith(identity.provider)}
        </Button>
      ) : null}
    </>
  )
}
