import { useState } from 'react'
import { useIdentity } from '../../../state/sso/sso-identity.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Day, RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { useDisconnect } from './identity-query.ts'
import { profileStrings as strings } from './strings.ts'

/** The connection with the identity provider, for people who have one. */
export function IdentityNote() {
  const { data: identity } = useIdentity()
  const disconnecting = useDisconnect()
  const [isAsked, setAsked] = useState(false)
  if (!identity) return null
  const name = identity.provider ?? strings.formerProvider
  return (
    <section aria-labelledby="identity" className="mt-8 flex items-end justify-between gap-6">
      <div>
        <h2 id="identity" className="text-base font-semibold">
          {strings.identity}
        </h2>
        <p className="mt-0.5 text-sm text-fg-2">
          {strings.connectedWith(name)} <Day iso={identity.connectedOn} /> · {strings.lastUsed}{' '}
          <RelativeTime iso={identity.usedOn} />
        </p>
      </div>
      <Button busy={disconnecting.isPending} onClick={() => setAsked(true)}>
        {strings.disconnect}
      </Button>
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title={strings.disconnectTitle(name)}
        text={strings.disconnectText}
        cancelLabel={strings.cancel}
        confirmLabel={strings.disconnect}
        busy={disconnecting.isPending}
        onConfirm={() => disconnecting.mutate(undefined, { onSettled: () => setAsked(false) })}
      />
    </section>
  )
}
