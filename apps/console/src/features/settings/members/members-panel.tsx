import type { Member } from '@plinth/contract'
import { Plus, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { useCurrentUser } from '../../../state/current-user.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { Badge } from '../../../ui/primitives/badge.tsx'
import { GatedButton } from '../../../ui/primitives/gated-button.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { ListPanel } from '../panel/list-panel.tsx'
import { RowButton } from '../panel/row-button.tsx'
import { useMembers } from '../panel/settings-queries.ts'
import { settingsStrings as settings } from '../panel/strings.ts'
import { ProductionAccess } from './production-access.tsx'
import { membersStrings as strings } from './strings.ts'

interface MembersPanelProps {
  onAdd: () => void
  onOpen: (member: Member) => void
}

function columnsOf(
  onOpen: (member: Member) => void,
  self: string | undefined,
): readonly DataColumn<Member>[] {
  const { columns } = strings
  const name = <LineSkeleton className="w-24" />
  return [
    {
      key: 'email',
      header: columns.email,
      cell: (member) => (
        <span className="flex items-center gap-2">
          <RowButton title={member.email} onClick={() => onOpen(member)}>
            {member.email}
          </RowButton>
          {member.id === self ? <Badge>{strings.you}</Badge> : null}
          {member.pending ? (
            <span title={strings.pendingTitle[member.pending]}>
              <StatusPill tone="pending">{strings.pending[member.pending]}</StatusPill>
            </span>
          ) : null}
        </span>
      ),
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'firstName',
      header: columns.firstName,
      width: 'w-52',
      cell: ({ first_name }) => <span className="block truncate">{first_name}</span>,
      skeleton: name,
    },
    {
      key: 'lastName',
      header: columns.lastName,
      width: 'w-52',
      cell: ({ last_name }) => <span className="block truncate">{last_name}</span>,
      skeleton: name,
    },
    {
      key: 'role',
      header: columns.role,
      width: 'w-36',
      cell: ({ role }) => <Badge>{role}</Badge>,
      skeleton: <LineSkeleton className="w-16" />,
    },
  ]
}

export function MembersPanel({ onAdd, onOpen }: MembersPanelProps) {
  const { role } = useCurrentProject()
  const self = useCurrentUser().data?.user.id
  const columns = useMemo(() => columnsOf(onOpen, self), [onOpen, self])
  return (
    <ListPanel
      title={settings.sections.members}
      text={strings.text}
      query={useMembers()}
      columns={columns}
      onOpen={onOpen}
      action={
        <GatedButton
          variant="primary"
          reason={role === 'developer' ? strings.mayNotManage : undefined}
          onClick={onAdd}
        >
          <Plus aria-hidden="true" />
          {strings.add}
        </GatedButton>
      }
      empty={<EmptyState icon={<Users />} title={settings.sections.members} text={strings.text} />}
      after={<ProductionAccess />}
    />
  )
}
