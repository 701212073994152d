import type { StaffMember } from '@plinth/contract'
import { Badge } from '../../ui/primitives/badge.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { StatusPill } from '../../ui/primitives/status-pill.tsx'
import { type DataColumn, LineSkeleton } from '../../ui/tables/data-table.tsx'
import { peopleStrings as strings } from './strings.ts'

interface PeopleActions {
  self: string | undefined
  onDisable: (person: StaffMember) => void
  onRestore: (person: StaffMember) => void
  onApprove: (person: StaffMember) => void
  onDisconnect: (person: StaffMember) => void
}

function Person({ person, self }: { person: StaffMember; self: string | undefined }) {
  const name = `${person.first_name} ${person.last_name}`.trim()
  return (
    <span className="flex min-w-0 flex-col">
      <span title={person.email} className="truncate font-medium">
        {person.email}
      </span>
      <span className="flex items-center gap-1.5">
        <span title={name} className="truncate text-xs text-fg-2">
          {name}
        </span>
        {person.role === 'admin' ? <Badge>{strings.admin}</Badge> : null}
        {person.breakGlass ? <Badge>{strings.breakGlass}</Badge> : null}
        {person.id === self ? <Badge>{strings.you}</Badge> : null}
      </span>
    </span>
  )
}

function Projects({ person }: { person: StaffMember }) {
  const names = person.projects.map(({ name, role }) => `${name} (${role})`).join(', ')
  const text = names || (person.role === 'admin' ? strings.allProjects : strings.noProjects)
  return (
    <span title={text} className="block truncate text-fg-2">
      {text}
    </span>
  )
}

function PersonState({ disabled, pending }: StaffMember) {
  if (disabled) return <StatusPill tone="neutral">{strings.disabled}</StatusPill>
  if (pending) return <StatusPill tone="pending">{strings.pending[pending]}</StatusPill>
  return <StatusPill tone="good">{strings.active}</StatusPill>
}

function PersonAction({ person, actions }: { person: StaffMember; actions: PeopleActions }) {
  const reason =
    person.id === actions.self
      ? strings.notYourself
      : person.role === 'admin'
        ? strings.adminsElsewhere
        : undefined
  const act = person.disabled ? strings.restore : strings.disable
  const toggle = (
    <GatedButton
      size="sm"
      reason={reason}
      aria-label={strings.actOf(act, person.email)}
      onClick={() => (person.disabled ? actions.onRestore : actions.onDisable)(person)}
    >
      {act}
    </GatedButton>
  )
  if (!person.pending || person.disabled) return toggle
  return (
    <span className="flex justify-end gap-2">
      <Button
        size="sm"
        aria-label={strings.actOf(strings.approve, person.email)}
        onClick={() => actions.onApprove(person)}
      >
        {strings.approve}
      </Button>
      {toggle}
    </span>
  )
}

function Connection({
  person,
  onDisconnect,
}: {
  person: StaffMember
  onDisconnect: PeopleActions['onDisconnect']
}) {
  if (!person.connected) return strings.off
  return (
    <Button
      size="sm"
      aria-label={strings.actOf(strings.disconnect, person.email)}
      onClick={() => onDisconnect(person)}
    >
      {strings.disconnect}
    </Button>
  )
}

export function peopleColumns(actions: PeopleActions): readonly DataColumn<StaffMember>[] {
  const { columns } = strings
  const short = <LineSkeleton className="w-16" />
  return [
    {
      key: 'person',
      header: columns.person,
      cell: (person) => <Person person={person} self={actions.self} />,
      skeleton: <LineSkeleton className="w-48" />,
    },
    {
      key: 'projects',
      header: columns.projects,
      width: 'w-40',
      cell: (person) => <Projects person={person} />,
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'twoFactor',
      header: columns.twoFactor,
      width: 'w-26',
      cell: ({ twoFactor }) => (twoFactor ? strings.on : strings.off),
      skeleton: short,
    },
    {
      key: 'connected',
      header: columns.connected,
      width: 'w-32',
      cell: (person) => <Connection person={person} onDisconnect={actions.onDisconnect} />,
      skeleton: short,
    },
    {
      key: 'lastSignIn',
      header: columns.lastSignIn,
      width: 'w-34',
      cell: ({ lastSignInOn }) =>
        lastSignInOn ? <RelativeTime iso={lastSignInOn} /> : strings.never,
      skeleton: short,
    },
    {
      key: 'state',
      header: columns.state,
      width: 'w-28',
      cell: PersonState,
      skeleton: short,
    },
    {
      key: 'act',
      header: columns.act,
      width: 'w-44',
      align: 'end',
      cell: (person) => <PersonAction person={person} actions={actions} />,
      skeleton: short,
    },
  ]
}
