import { UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { EnvironmentBadge } from '../../../state/environment-badge.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { useLast } from '../../../ui/hooks/use-last.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { type DataColumn, LineSkeleton } from '../../../ui/tables/data-table.tsx'
import { ListPanel } from '../panel/list-panel.tsx'
import { RowButton } from '../panel/row-button.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { SignInForm } from './sign-in-form.tsx'
import { type SignInOfTable, useAppSignIn } from './sign-in-query.ts'
import { appUsersStrings as strings } from './strings.ts'

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
      cell: ({ byCode }) => strings.signIn(byCode),
      skeleton: <LineSkeleton className="w-40" />,
    },
    {
      key: 'environment',
      header: strings.columns.environment,
      width: 'w-52',
      cell: ({ environment }) => <EnvironmentBadge name={environment} />,
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
  const dialog = (
    <Dialog
      open={opened !== undefined}
      onOpenChange={close}
      title={strings.editTitle(shown?.table ?? '', shown?.environment ?? '')}
      description={strings.editText}
    >
      {shown ? <SignInForm key={shown.id} opened={shown} onDone={close} /> : null}
    </Dialog>
  )
  return (
    <ListPanel
      title={settings.sections.users}
      text={strings.text}
      query={useAppSignIn()}
      columns={columns}
      onOpen={setOpened}
      action={null}
      after={dialog}
      empty={
        <EmptyState icon={<UserRound />} title={strings.empty.title} text={strings.empty.text} />
      }
    />
  )
}
