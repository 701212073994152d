import type { ListedAppUser } from '@plinth/contract'
import { Day, RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { StatusPill } from '../../ui/primitives/status-pill.tsx'
import { type DataColumn, LineSkeleton } from '../../ui/tables/data-table.tsx'
import { usersStrings as strings } from './strings.ts'

function User({ user, onOpen }: { user: ListedAppUser; onOpen: (user: ListedAppUser) => void }) {
  return (
    <span className="flex min-w-0 flex-col items-start">
      <button
        type="button"
        title={user.email}
        onClick={() => onOpen(user)}
        className="ring-focus max-w-full truncate rounded-sm text-left font-medium text-fg"
      >
        {user.email || user.id}
      </button>
      {user.name === null ? null : (
        <span title={user.name} className="max-w-full truncate text-xs text-fg-2">
          {user.name}
        </span>
      )}
    </span>
  )
}

export function UserState({ disabledOn }: { disabledOn: string | null }) {
  return disabledOn === null ? (
    <StatusPill tone="good">{strings.active}</StatusPill>
  ) : (
    <StatusPill tone="bad">{strings.disabled}</StatusPill>
  )
}

export function LastSeen({ at }: { at: string | null }) {
  return at === null ? (
    <span className="text-fg-2">{strings.notNow}</span>
  ) : (
    <RelativeTime iso={at} />
  )
}

export const Created = ({ at }: { at: string | null }) =>
  at === null ? <span className="text-fg-2">{strings.unknown}</span> : <Day iso={at} />

export const yesOrNo = (is: boolean): string => (is ? strings.yes : strings.no)

export function userColumns(
  onOpen: (user: ListedAppUser) => void,
): readonly DataColumn<ListedAppUser>[] {
  const { columns } = strings
  const short = <LineSkeleton className="w-16" />
  return [
    {
      key: 'user',
      header: columns.user,
      cell: (user) => <User user={user} onOpen={onOpen} />,
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'verified',
      header: columns.verified,
      width: 'w-28',
      cell: ({ verified }) => yesOrNo(verified),
      skeleton: short,
    },
    {
      key: 'created',
      header: columns.created,
      width: 'w-36',
      cell: ({ createdOn }) => <Created at={createdOn} />,
      skeleton: short,
    },
    {
      key: 'lastSeen',
      header: columns.lastSeen,
      width: 'w-40',
      cell: ({ lastSeenOn }) => <LastSeen at={lastSeenOn} />,
      skeleton: short,
    },
    {
      key: 'state',
      header: columns.state,
      width: 'w-28',
      cell: UserState,
      skeleton: short,
    },
  ]
}
