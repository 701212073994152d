import type { ApprovalState } from '@plinth/contract'
import { StatusPill } from '../../ui/primitives/status-pill.tsx'
import { APPROVAL_STATE_LABELS } from './strings.ts'

const TONES = {
  waiting: 'pending',
  approved: 'good',
  rejected: 'bad',
  expired: 'neutral',
  cancelled: 'neutral',
} as const

export function ApprovalStatus({ state }: { state: ApprovalState }) {
  return <StatusPill tone={TONES[state]}>{APPROVAL_STATE_LABELS[state]}</StatusPill>
}
