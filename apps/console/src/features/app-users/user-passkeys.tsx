import type { AppPasskey } from '@plinth/contract'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { RemovableList, type RemovableWay } from './removable-list.tsx'
import { usersStrings } from './strings.ts'
import { useRemoveAppPasskey } from './user-queries.ts'

const strings = usersStrings.passkeys

const wayOf = ({ id, name, createdOn, lastUsedOn, isUsable }: AppPasskey): RemovableWay => ({
  id,
  name,
  beside: null,
  note: (
    <>
      {strings.added} <RelativeTime iso={createdOn} /> ·{' '}
      {lastUsedOn === null ? (
        strings.neverUsed
      ) : (
        <>
          {strings.used} <RelativeTime iso={lastUsedOn} />
        </>
      )}
      {isUsable ? '' : ` · ${strings.unusable}`}
    </>
  ),
})

interface UserPasskeysProps {
  passkeys: readonly AppPasskey[]
  tableId: string
  userId: string
}

/** The passkeys of a user. */
export function UserPasskeys({ passkeys, tableId, userId }: UserPasskeysProps) {
  const { mutate, isPending } = useRemoveAppPasskey(tableId, userId)
  const ways = passkeys.map(wayOf)
  return <RemovableList ways={ways} strings={strings} isBusy={isPending} onRemove={mutate} />
}
