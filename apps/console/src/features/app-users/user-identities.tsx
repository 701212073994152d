import type { LinkedIdentity } from '@plinth/contract'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { RemovableList, type RemovableWay } from './removable-list.tsx'
import { usersStrings } from './strings.ts'
import { useRemoveIdentity } from './user-queries.ts'

const strings = usersStrings.identities

const wayOf = ({ label, issuer, email, linkedOn, usedOn }: LinkedIdentity): RemovableWay => ({
  id: issuer,
  name: label ?? issuer,
  title: issuer,
  beside: email,
  note: (
    <>
      {strings.linked} <RelativeTime iso={linkedOn} /> · {strings.used}{' '}
      <RelativeTime iso={usedOn} />
      {label === null ? ` · ${strings.unlisted}` : ''}
    </>
  ),
})

interface UserIdentitiesProps {
  identities: readonly LinkedIdentity[]
  tableId: string
  userId: string
}

/** The identities of providers with which a user can sign in. */
export function UserIdentities({ identities, tableId, userId }: UserIdentitiesProps) {
  const { mutate, isPending } = useRemoveIdentity(tableId, userId)
  const ways = identities.map(wayOf)
  return <RemovableList ways={ways} strings={strings} isBusy={isPending} onRemove={mutate} />
}
