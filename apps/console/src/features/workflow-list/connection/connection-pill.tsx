import type { CredentialConnection } from '@plinth/contract'
import { format } from 'date-fns'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { connectionStrings as strings } from './strings.ts'

const TONES = { none: 'neutral', connected: 'good', reconnect: 'bad' } as const

const DAY = 'MMM d, yyyy'

/** What the pill says and what to do about it: a date if the authorization ends soon or was lost. */
function describe({ state, reason, ends_at: end, ends_soon: endsSoon }: CredentialConnection) {
  if (end !== null && endsSoon) {
    const day = format(new Date(end), DAY)
    return { tone: 'pending', text: strings.endsOn(day), hint: strings.endsOnHint(day) } as const
  }
  const since = end === null ? undefined : format(new Date(end), DAY)
  const hint = state === 'reconnect' ? strings.lostHint(reason ?? '', since) : reason
  return { tone: TONES[state], text: strings.states[state], hint } as const
}

/** The state of a connection; what to do is its tooltip. */
export function ConnectionPill({ connection }: { connection: CredentialConnection }) {
  const { tone, text, hint } = describe(connection)
  return (
    <span title={hint ?? undefined}>
      <StatusPill tone={tone}>{text}</StatusPill>
    </span>
  )
}
