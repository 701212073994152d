import type { Run } from '@plinth/contract'
import { StatusPill } from '../../../ui/primitives/status-pill.tsx'
import { RUN_STATUS_LABELS } from './strings.ts'

const TONES = {
  queued: 'neutral',
  running: 'pending',
  waiting: 'pending',
  succeeded: 'good',
  failed: 'bad',
  cancelled: 'neutral',
} as const

export function RunStatusPill({ status }: { status: Run['status'] }) {
  return <StatusPill tone={TONES[status]}>{RUN_STATUS_LABELS[status]}</StatusPill>
}
