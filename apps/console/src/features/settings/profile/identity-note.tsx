import { useState } from 'react'
import { useConnection, useIdentity, useOfferedProvider } from '../../../state/sso/sso-identity.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Day, RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { useDisconnect } from './identity-query.ts'
import { profileStrings as strings } from './strings.ts'

type Identity = NonNullable<ReturnType<typeof useIdentity>['data']>

function Connected({ identity }: { identity: Identity }) {
  const disconnecting = useDisconnect()
  const [isAsked, setAsked] = useState(false)
  const name = identity.provider ?? strings.formerProvider
  return (
    <div className="mt-0.5 flex items-end justify-between gap-6">
      <p className="text-sm text-fg-2">
        {strings.connectedWith(name)} <Day iso={identity.connectedOn} /> · {strings.lastUsed}{' '}
        <RelativeTime iso={identity.usedOn} />
      </p>
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
    </div>
  )
}

function Offer({ name }: { name: string }) {
  const connecting = useConnection()
  return (
    <div className="mt-0.5 flex items-end justify-between gap-6">
      <div>
        <p className="text-sm text-fg-2">{strings.offer(name)}</p>
        {connecting.error ? (
          <p role="alert" className="mt-1 text-sm text-danger-text">
            {connecting.error.message}
          </p>
        ) : null}
      </div>
      <Button
        busy={connecting.isPending || connecting.isSuccess}
        onClick={() => connecting.mutate()}
      >
        {strings.connectWith(name)}
      </Button>
    </div>
  )
}

/** The connection with the identity provider, or the offer to make one. */
export function IdentityNote() {
  const { data: identity } = useIdentity()
  const { data: offered } = useOfferedProvider()
  if (!identity && !offered) return null
  return (
    <section aria-labelledby="identity" className="mt-8">
      <h2 id="identity" className="text-base font-semibold">
        {strings.identity}
      </h2>
      {identity ? <Connected identity={identity} /> : null}
      {offered ? <Offer name={offered} /> : null}
    </section>
  )
}
