import { deviceName, type Session } from '@plinth/contract'
import { MonitorSmartphone } from 'lucide-react'
import { Day, RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { RevocableList, RevocableRow, RevokeButton } from './revocable-list.tsx'
import { useRevokeSession, useSessions } from './sessions-query.ts'
import { profileStrings as strings } from './strings.ts'

function SessionRow({ session }: { session: Session }) {
  const revoking = useRevokeSession()
  const device = deviceName(session.user_agent)
  return (
    <RevocableRow
      icon={<MonitorSmartphone />}
      failure={revoking.isError ? strings.revokeFailed : undefined}
      lines={
        <>
          <span title={session.user_agent} className="truncate leading-4.5 font-medium">
            {device}
          </span>
          <span className="truncate text-xs text-fg-2">
            {strings.signedIn} <Day iso={session.created_at} />
            {session.ip_prefix ? ` ${strings.from(session.ip_prefix)}` : ''} · {strings.lastUsed}{' '}
            <RelativeTime iso={session.last_used_at} />
          </span>
        </>
      }
    >
      {session.current ? (
        <StatusPill tone="good">{strings.current}</StatusPill>
      ) : (
        <RevokeButton
          name={device}
          revoking={revoking}
          onRevoke={() => revoking.mutate(session.id)}
        />
      )}
    </RevocableRow>
  )
}

/** The user's sessions, with a button to revoke each. */
export function SessionList() {
  return (
    <RevocableList
      id="sessions"
      title={strings.sessions}
      text={strings.sessionsText}
      query={useSessions()}
      skeleton={
        <div className="flex flex-col gap-4 p-4">
          <Skeleton className="h-6 w-72" />
          <Skeleton className="h-6 w-64" />
        </div>
      }
    >
      {(session) => <SessionRow key={session.id} session={session} />}
    </RevocableList>
  )
}
