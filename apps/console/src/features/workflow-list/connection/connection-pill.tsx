import type { CredentialConnection } from '@plinth/contract'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { connectionStrings as strings } from './strings.ts'

const TONES = { none: 'neutral', connected: 'good', reconnect: 'bad' } as const

/** The state of a connection; the reason is its tooltip. */
export function ConnectionPill({ connection }: { connection: CredentialConnection }) {
  const { state, reason } = connection
  return (
    <span title={reason ?? undefined}>
      <StatusPill tone={TONES[state]}>{strings.states[state]}</StatusPill>
    </span>
  )
}
