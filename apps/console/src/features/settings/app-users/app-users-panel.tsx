import { UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentProject } from '../../../state/current-project.tsx'
import { EnvironmentBadge } from '../../../state/environment-badge.tsx'
import { usersPlace } from '../../../state/places.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { ListPanel } from '../panel/list-panel.tsx'
import { RowButton } from '../panel/row-button.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { ProvidersSection } from './providers-section.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { type SignInOfTable, useAppSignIn } from './sign-in-query.ts'
import { appUsersStrings as strings } from './strings.ts'

function UsersLink({ environment, table, tableId }: SignInOfTable) {
  const projectId = useCurrentProject().id
  return (
    <Link
      to={usersPlace({ projectId, environment, tableId })}
      aria-label={strings.showUsers(table, environment)}
      className="ring-focus rounded-sm text-accent-text underline"
    >
      {strings.show}
    </Link>
  )
}

function columnsOf(onOpen: (one: SignInOfTable) => void): readonly DataColumn<SignInOfTable>[] {
  return [
    {
      key: 'table',
      header: strings.columns.table,
      cell: (one) => (
        <RowButton mono title={one.table} onClick={() => onOpen(one)}>
          {one.table}
        </RowButton>
      ),
      skeleton: <LineSkeleton className="w-32" />,
    },
    {
      key: 'signIn',
      header: strings.columns.signIn,
      cell: ({ byCode, passkeyHost }) => strings.signIn(byCode, passkeyHost !== null),
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'environment',
      header: strings.columns.environment,
      width: 'w-52',
      cell: ({ environment }) => <EnvironmentBadge name={environment} />,
      skeleton: <LineSkeleton className="w-16" />,
    },
    {
      key: 'users',
      header: strings.columns.users,
      width: 'w-28',
      cell: UsersLink,
      skeleton: <LineSkeleton className="w-16" />,
    },
  ]
}

/** How the users of each Auth table sign in, per environment. */
export function AppUsersPanel() {
  const [opened, setOpened] = useState<SignInOfTable>()
  const shown = useLast(opened)
  const columns = useMemo(() => columnsOf(setOpened), [])
  const close = () => setOpened(undefined)
  const query = useAppSignIn()
  const dialog = (
    <Dialog
      open={opened !== undefined}
      onOpenChange={close}
      title={strings.editTitle(shown?.table ?? '', shown?.environment ?? '')}
      description={strings.editText}
      className="w-200!"
    >
      {shown ? <SignInForm key={shown.id} opened={shown} onDone={close} /> : null}
    </Dialog>
  )
  return (
    <ListPanel
      title={settings.sections.users}
      text={strings.text}
      query={query}
      columns={columns}
      onOpen={setOpened}
      action={null}
      after={
        <>
          {dialog}
          <ProvidersSection places={query.data ?? []} />
        </>
      }
      empty={
        <EmptyState icon={<UserRound />} title={strings.empty.title} text={strings.empty.text} />
      }
    />
  )
}
