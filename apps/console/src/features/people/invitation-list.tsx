import { format } from 'date-fns'
import { Button } from '../../ui/primitives/button.tsx'
import { useInvitations, useWithdraw } from './people-queries.ts'
import { peopleStrings as strings } from './strings.ts'

/** Pending invitations; renders nothing if there are none. */
export function InvitationList() {
  const { data } = useInvitations()
  const withdraw = useWithdraw()
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="invitations" className="mt-8">
      <h2 id="invitations" className="text-base font-semibold">
        {strings.invitations}
      </h2>
      <ul className="mt-3 overflow-hidden rounded-xl border bg-surface shadow-1">
        {data.map(({ id, email, invitedBy, expiresOn }) => (
          <li key={id} className="flex items-center gap-3 border-b px-4 py-2.5 last:border-b-0">
            <span className="flex min-w-0 flex-1 flex-col">
              <span className="truncate font-medium">{email}</span>
              <span className="truncate text-xs text-fg-2">
                {strings.invitedBy(invitedBy)} · {strings.expires}{' '}
                {format(new Date(expiresOn), 'MMM d, HH:mm')}
              </span>
            </span>
            <Button
              size="sm"
              aria-label={strings.withdrawOf(email)}
              onClick={() => withdraw.mutate(id)}
            >
              {strings.withdraw}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
