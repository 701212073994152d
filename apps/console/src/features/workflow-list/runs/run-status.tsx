import type { Run } from '@plinth/contract'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { STATUS_WORDS } from './strings.ts'

const TONES = {
  queued: 'neutral',
  running: 'pending',
  waiting: 'pending',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const

export function RunStatusPill({ status }: { status: Run['status'] }) {
  return <StatusPill tone={TONES[status]}>{STATUS_WORDS[status]}</StatusPill>
}
