import { useCurrentUser } from '../../../state/current-user.ts'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { Panel } from '../panel/panel.tsx'
import { settingsStrings as settings } from '../panel/strings.ts'
import { IdentityNote } from './identity-note.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PersonalKeyList } from './personal-key-list.tsx'
import { ProfileForm } from './profile-form.tsx'
import { SessionList } from './session-list.tsx'
import { profileStrings as strings } from './strings.ts'
import { TwoFactorNote } from './two-factor-note.tsx'

function Own() {
  const query = useCurrentUser()
  const user = query.data?.user
  if (user) return <ProfileForm user={user} />
  const card = 'rounded-xl border bg-surface shadow-1'
  if (query.isError) {
    return (
      <div className={card}>
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      </div>
    )
  }
  return (
    <div className={`flex flex-col gap-4 p-5 ${card}`}>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-8 max-w-130" />
      ))}
    </div>
  )
}

export function ProfilePanel() {
  return (
    <Panel title={settings.sections.profile} text={strings.text}>
      <Own />
      <TwoFactorNote />
      <PasskeyList />
      <IdentityNote />
      <SessionList />
      <PersonalKeyList />
    </Panel>
  )
}
