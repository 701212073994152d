import { deviceName, type Session } from '@plinth/contract'
import { MonitorSmartphone } from 'lucide-react'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { Day, RelativeTime } from '../../../ui/primitives/relative-time.tsx'
import { Skeleton } from '../../../ui/primitives/skeleton.tsx'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { FormProblem } from '../panel/form-notes.tsx'
import { useRevokeSession, useSessions } from './sessions-query.ts'
import { profileStrings as strings } from './strings.ts'

function SessionRow({ session }: { session: Session }) {
  const revoking = useRevokeSession()
  const device = deviceName(session.user_agent)
  return (
    <li className="border-b px-4 py-2.5 last:border-b-0">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-lg border bg-sunken text-fg-2"
        >
          <MonitorSmartphone className="size-4 stroke-[1.75]" />
        </span>
        <span className="flex min-w-0 flex-1 flex-col">
          <span title={session.user_agent} className="truncate leading-4.5 font-medium">
            {device}
          </span>
          <span className="truncate text-xs text-fg-2">
            {strings.signedIn} <Day iso={session.created_at} />
            {session.ip_prefix ? ` ${strings.from(session.ip_prefix)}` : ''} · {strings.lastUsed}{' '}
            <RelativeTime iso={session.last_used_at} />
          </span>
        </span>
        {session.current ? (
          <StatusPill tone="good">{strings.current}</StatusPill>
        ) : (
          <Button
            size="sm"
            aria-label={strings.revokeOf(device)}
            busy={revoking.isPending}
            onClick={() => revoking.mutate(session.id)}
          >
            {strings.revoke}
          </Button>
        )}
      </div>
      {revoking.isError ? (
        <div className="mt-2">
          <FormProblem>{strings.revokeFailed}</FormProblem>
        </div>
      ) : null}
    </li>
  )
}

function SessionRows() {
  const query = useSessions()
  if (query.data) {
    return (
      <ul>
        {query.data.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
    )
  }
  if (query.isError) {
    return <ErrorState busy={query.isFetching} onRetry={() => query.refetch()} className="py-8" />
  }
  return (
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-6 w-72" />
      <Skeleton className="h-6 w-64" />
    </div>
  )
}

/** The user's sessions, with a button to revoke each. */
export function SessionList() {
  return (
    <section aria-labelledby="sessions" className="mt-8">
      <h2 id="sessions" className="text-base font-semibold">
        {strings.sessions}
      </h2>
      <p className="mt-0.5 text-sm text-fg-2">{strings.sessionsText}</p>
      <div className="mt-3 overflow-hidden rounded-xl border bg-surface shadow-1">
        <SessionRows />
      </div>
    </section>
  )
}
