import { useState } from 'react'
import { Link } from 'react-router'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { useCurrentUser } from '../../state/current-user.ts'
import { useSession } from '../../state/session.tsx'
import { useTwoFactor } from '../../state/two-factor.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SetUp } from './set-up.tsx'
import { twoFactorStrings as strings } from './strings.ts'
import { TurnedOn } from './turned-on.tsx'
import { useReloadAccount } from './use-two-factor.ts'

const linkStyle = 'ring-focus rounded-sm text-fg-2 underline-offset-2 hover:text-fg hover:underline'

/** A user who is required to set it up can only do that or sign out. */
function WayOut() {
  const owes = useCurrentUser().data?.mustSetUpTwoFactor ?? true
  const { signOut } = useSession()
  return (
    <p className="mt-6 text-center text-sm">
      {owes ? (
        <button type="button" onClick={signOut} className={linkStyle}>
          {strings.signOut}
        </button>
      ) : (
        <Link to="/home" className={linkStyle}>
          {strings.back}
        </Link>
      )}
    </p>
  )
}

export function TwoFactorScreen() {
  usePageTitle(strings.title)
  const query = useTwoFactor()
  const reload = useReloadAccount()
  const [codes, setCodes] = useState<string[]>()
  const state = query.data
  const about = state?.enabled
    ? strings.onText
    : state?.required
      ? strings.requiredText
      : strings.offText
  const finish = async () => {
    await reload()
    setCodes(undefined)
  }
  return (
    <SplitFrame title={strings.title} subtitle={about}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={finish} />
      ) : state?.enabled ? (
        <TurnedOn state={state} onRenewed={setCodes} />
      ) : state ? (
        <SetUp onConfirmed={setCodes} />
      ) : query.isError ? (
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton className="mt-6 h-8 w-full" />
      )}
      {codes ? null : <WayOut />}
    </SplitFrame>
  )
}
