import type { AppAccount, ListedAppUser } from '@plinth/contract'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useIsAdmin } from '../../state/current-user.ts'
import { useEnvironment } from '../../state/environment.ts'
import { tablePlace } from '../../state/places.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { useLast } from '../../ui/hooks/use-last.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { GatedButton } from '../../ui/primitives/gated-button.tsx'
import { RelativeTime } from '../../ui/primitives/relative-time.tsx'
import { PersonActs } from './person-acts.tsx'
import { usersStrings as strings } from './strings.ts'
import { Created, LastSeen, UserState, yesOrNo } from './user-columns.tsx'
import { UserIdentities } from './user-identities.tsx'
import { UserPasskeys } from './user-passkeys.tsx'
import { type UserAct, useUser, useUserAct } from './user-queries.ts'
import { UserSessions } from './user-sessions.tsx'

const words = strings.detail

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-3 text-sm">
      <dt className="w-36 shrink-0 text-fg-2">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

function waysOf({ signIn: { password, code }, identities, passkeys }: AppAccount): string {
  const labels = identities.flatMap(({ label }) => label ?? [])
  const passkey = passkeys.some(({ isUsable }) => isUsable) && words.passkey
  const ways = [password && words.password, code && words.code, passkey, ...labels]
  return ways.filter((one) => typeof one === 'string').join(', ') || words.nothing
}

function Facts({ user, account }: { user: ListedAppUser; account: AppAccount }) {
  return (
    <dl className="flex flex-col gap-1.5">
      <Fact name={words.state}>
        <UserState disabledOn={account.disabledOn} />
      </Fact>
      <Fact name={words.verified}>{yesOrNo(account.verified)}</Fact>
      <Fact name={words.signIn}>{waysOf(account)}</Fact>
      <Fact name={words.created}>
        <Created at={user.createdOn} />
      </Fact>
      <Fact name={words.lastSeen}>
        <LastSeen at={account.lastSeenOn} />
      </Fact>
      {account.disabledOn === null ? null : (
        <Fact name={words.disabled}>
          <RelativeTime iso={account.disabledOn} />
        </Fact>
      )}
      <Fact name={words.id}>
        <span className="font-mono text-xs">{user.id}</span>
      </Fact>
    </dl>
  )
}

const QUESTIONS = {
  disabled: { title: strings.disableTitle, text: strings.disableText, confirm: strings.disable },
  signedOut: { title: strings.signOutTitle, text: strings.signOutText, confirm: strings.signOut },
  sent: { title: strings.resetTitle, text: strings.resetText, confirm: strings.send },
} as const
type Question = keyof typeof QUESTIONS

interface ActsProps {
  user: ListedAppUser
  account: AppAccount
  tableId: string
  onErased: () => void
}

function Acts({ user, account, tableId }: Omit<ActsProps, 'onErased'>) {
  const acting = useUserAct(tableId, user.id)
  const [asked, setAsked] = useState<Question>()
  const question = QUESTIONS[useLast(asked) ?? 'sent']
  const isAdmin = useIsAdmin()
  const reason = useEnvironment() === 'production' && !isAdmin ? strings.adminsOnly : undefined
  const start = (act: UserAct) => acting.mutate(act, { onSettled: () => setAsked(undefined) })
  const isDisabled = account.disabledOn !== null
  return (
    <DialogFooter>
      <GatedButton reason={reason} onClick={() => setAsked('sent')}>
        {strings.reset}
      </GatedButton>
      <GatedButton reason={reason} onClick={() => setAsked('signedOut')}>
        {strings.signOut}
      </GatedButton>
      <GatedButton
        reason={reason}
        variant={isDisabled ? 'primary' : 'danger'}
        busy={acting.isPending && asked === undefined}
        onClick={() => (isDisabled ? start('enabled') : setAsked('disabled'))}
      >
        {isDisabled ? strings.enable : strings.disable}
      </GatedButton>
      <ConfirmDialog
        open={asked !== undefined}
        onOpenChange={() => setAsked(undefined)}
        title={question.title(user.email)}
        text={question.text}
        tone={asked === 'sent' ? 'primary' : 'danger'}
        cancelLabel={strings.cancel}
        confirmLabel={question.confirm}
        busy={acting.isPending}
        onConfirm={() => (asked ? start(asked) : undefined)}
      />
    </DialogFooter>
  )
}

function Body({ user, tableId, onErased }: Omit<ActsProps, 'account'>) {
  const query = useUser(tableId, user.id)
  const projectId = useCurrentProject().id
  const environment = useEnvironment()
  const account = query.data
  if (!account) {
    return query.isError ? (
      <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
    ) : (
      <div aria-busy="true" className="h-60" />
    )
  }
  return (
    <>
      <div className="flex flex-col gap-5 px-5 pt-4">
        <Facts user={user} account={account} />
        <Link
          to={tablePlace({ projectId, environment, tableId, rowId: user.id })}
          className="ring-focus self-start rounded-sm text-sm text-accent-text underline"
        >
          {strings.row}
        </Link>
        <UserIdentities identities={account.identities} tableId={tableId} userId={user.id} />
        <UserPasskeys passkeys={account.passkeys} tableId={tableId} userId={user.id} />
        <UserSessions sessions={account.sessions} />
        <PersonActs
          user={user}
          isDisabled={account.disabledOn !== null}
          tableId={tableId}
          onErased={onErased}
        />
      </div>
      <Acts user={user} account={account} tableId={tableId} />
    </>
  )
}

interface UserDialogProps {
  user: ListedAppUser | undefined
  tableId: string
  onClose: () => void
}

/** The account of an app user with its sessions, and what staff may do with it. */
export function UserDialog({ user, tableId, onClose }: UserDialogProps) {
  const shown = useLast(user)
  return (
    <Dialog
      open={user !== undefined}
      onOpenChange={onClose}
      title={shown?.email || shown?.id || ''}
      {...(shown?.name ? { description: shown.name } : {})}
      className="max-w-160"
    >
      {shown ? <Body key={shown.id} user={shown} tableId={tableId} onErased={onClose} /> : null}
    </Dialog>
  )
}
