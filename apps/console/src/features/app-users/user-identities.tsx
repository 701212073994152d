import type { LinkedIdentity } from '@plinth/contract'
import { useState } from 'react'
import { useIsAdmin } from '../../state/current-user.ts'
import { useEnvironment } from '../../state/environment.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { useLast } from '../../ui/hooks/use-last.ts'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { usersStrings } from './strings.ts'
import { useRemoveIdentity } from './user-queries.ts'

const strings = usersStrings.identities

const nameOf = ({ label, issuer }: LinkedIdentity): string => label ?? issuer

interface IdentityProps {
  identity: LinkedIdentity
  reason: string | undefined
  onRemove: () => void
}

function Identity({ identity, reason, onRemove }: IdentityProps) {
  const { label, issuer, email, linkedOn, usedOn } = identity
  return (
    <li className="flex items-center gap-3 border-t px-3 py-2 text-sm first:border-t-0">
      <div className="flex min-w-0 flex-1 flex-col">
        <span title={issuer} className="truncate font-medium">
          {nameOf(identity)}
          {email === null ? null : <span className="font-normal text-fg-2"> · {email}</span>}
        </span>
        <span className="text-xs text-fg-2">
          {strings.linked} <RelativeTime iso={linkedOn} /> · {strings.used}{' '}
          <RelativeTime iso={usedOn} />
          {label === null ? ` · ${strings.unlisted}` : ''}
        </span>
      </div>
      <GatedButton
        size="sm"
        reason={reason}
        aria-haspopup="dialog"
        aria-label={strings.removeOf(nameOf(identity))}
        onClick={onRemove}
      >
        {strings.remove}
      </GatedButton>
    </li>
  )
}

interface UserIdentitiesProps {
  identities: readonly LinkedIdentity[]
  tableId: string
  userId: string
}

/** The identities of providers with which a user can sign in; nothing for a user without one. */
export function UserIdentities({ identities, tableId, userId }: UserIdentitiesProps) {
  const removing = useRemoveIdentity(tableId, userId)
  const [asked, setAsked] = useState<LinkedIdentity>()
  const shown = useLast(asked)
  const isAdmin = useIsAdmin()
  const isProduction = useEnvironment() === 'production'
  const reason = isProduction && !isAdmin ? usersStrings.adminsOnly : undefined
  const close = () => setAsked(undefined)
  if (identities.length === 0 && shown === undefined) return null
  return (
    <div>
      <h3 className="text-sm font-semibold">{strings.title(identities.length)}</h3>
      {identities.length === 0 ? (
        <p className="mt-1 text-sm text-fg-2">{strings.none}</p>
      ) : (
        <ul className="mt-2 rounded-lg border">
          {identities.map((identity) => (
            <Identity
              key={identity.issuer}
              identity={identity}
              reason={reason}
              onRemove={() => setAsked(identity)}
            />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={close}
        title={strings.removeTitle(shown ? nameOf(shown) : '')}
        text={strings.removeText}
        cancelLabel={usersStrings.cancel}
        confirmLabel={strings.remove}
        busy={removing.isPending}
        onConfirm={() => (asked ? removing.mutate(asked.issuer, { onSettled: close }) : undefined)}
      />
    </div>
  )
}
