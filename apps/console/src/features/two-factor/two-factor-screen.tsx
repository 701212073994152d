import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { AccountFrame } from '../../state/account/account-frame.tsx'
import { SplitFrame } from '../../state/brand/split-frame.tsx'
import { useCurrentUser } from '../../state/current-user.ts'
import { AddPasskey } from '../../state/passkeys/add-passkey.tsx'
import { RecoveryCodes } from '../../state/recovery-codes/recovery-codes.tsx'
import { useSession } from '../../state/session.tsx'
import { useTwoFactor } from '../../state/two-factor.ts'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { Skeleton } from '../../ui/primitives/skeleton.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { SetUp } from './set-up.tsx'
import { twoFactorStrings as strings } from './strings.ts'
import { TurnedOn } from './turned-on.tsx'
import { useReloadAccount } from './use-two-factor.ts'

const linkStyle = 'ring-focus rounded-sm text-fg-2 underline-offset-2 hover:text-fg hover:underline'

interface FrameProps {
  subtitle: string
  /** Whether the way out is offered; not while the recovery codes are shown. */
  canLeave: boolean
  children: ReactNode
}

/** The frame of the console; a user who must set it up first can only do that or sign out. */
function Frame({ subtitle, canLeave, children }: FrameProps) {
  const owes = useCurrentUser().data?.mustSetUpTwoFactor ?? true
  const { signOut } = useSession()
  if (owes) {
    return (
      <SplitFrame title={strings.title} subtitle={subtitle}>
        {children}
        {canLeave ? (
          <p className="mt-6 text-center text-sm">
            <button type="button" onClick={signOut} className={linkStyle}>
              {strings.signOut}
            </button>
          </p>
        ) : null}
      </SplitFrame>
    )
  }
  return (
    <AccountFrame>
      <div className="mx-auto max-w-280 px-8 py-10">
        <h1 className="text-xl font-semibold">{strings.title}</h1>
        <p className="mt-0.5 text-sm text-fg-2">{subtitle}</p>
        <section className="mt-6 w-117 max-w-full rounded-xl border bg-surface px-5 pb-5 shadow-1">
          {children}
        </section>
        {canLeave ? (
          <p className="mt-6 text-sm">
            <Link to="/home" className={linkStyle}>
              {strings.back}
            </Link>
          </p>
        ) : null}
      </div>
    </AccountFrame>
  )
}

type State = NonNullable<ReturnType<typeof useTwoFactor>['data']>

function aboutOf({ enabled, required, hasAuthenticator, passkeys }: State): string {
  if (!enabled) return required ? strings.requiredText : strings.offText
  if (passkeys === 0) return strings.onText
  return hasAuthenticator ? strings.onWithBoth : strings.onWithPasskey
}

function AddApp({ onConfirmed }: { onConfirmed: (recoveryCodes: string[]) => void }) {
  return (
    <div className="mt-6 border-t pt-6">
      <h2 className="text-sm font-semibold">{strings.app}</h2>
      <p className="mt-0.5 text-sm text-fg-2">{strings.addApp}</p>
      <SetUp onConfirmed={onConfirmed} />
    </div>
  )
}

function OfferPasskey(props: { onRecoveryCodes: (codes: string[]) => void }) {
  return (
    <div className="mt-6 flex flex-col gap-3 border-t pt-5">
      <p className="text-sm text-fg-2">{strings.passkey}</p>
      <AddPasskey label={strings.addPasskey} {...props} />
    </div>
  )
}

export function TwoFactorScreen() {
  usePageTitle(strings.title)
  const query = useTwoFactor()
  const reload = useReloadAccount()
  const [codes, setCodes] = useState<string[]>()
  const state = query.data
  const about = state ? aboutOf(state) : strings.offText
  const finish = async () => {
    await reload()
    setCodes(undefined)
  }
  const confirmed = (recoveryCodes: string[]) => {
    if (recoveryCodes.length > 0) return setCodes(recoveryCodes)
    showToast({ title: strings.appAdded })
    reload()
  }
  return (
    <Frame subtitle={about} canLeave={!codes}>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={finish} />
      ) : state?.enabled ? (
        <>
          <TurnedOn state={state} onRenewed={setCodes} />
          {state.hasAuthenticator ? null : <AddApp onConfirmed={confirmed} />}
        </>
      ) : state ? (
        <>
          <SetUp onConfirmed={confirmed} />
          <OfferPasskey onRecoveryCodes={setCodes} />
        </>
      ) : query.isError ? (
        <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} />
      ) : (
        <Skeleton className="mt-6 h-8 w-full" />
      )}
    </Frame>
  )
}
