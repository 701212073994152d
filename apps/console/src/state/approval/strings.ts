import type { ApprovalState } from '@plinth/contract'

export const APPROVAL_STATE_LABELS: Record<ApprovalState, string> = {
  waiting: 'Waiting',
  approved: 'Approved',
  rejected: 'Rejected',
  expired: 'Expired',
  cancelled: 'Cancelled',
}

export const decisionStrings = {
  comment: 'Comment',
  commentHint: 'Optional. The workflow and the audit log get it.',
  approve: 'Approve',
  reject: 'Reject',
  choose: 'Choose…',
  details: 'Details',
  required: 'is required to approve',
  requiredYes: 'Must be on to approve',
  refused: (label: string, message: string) => `${label}: ${message}.`,
  unreachable: 'The server could not be reached. Try again.',
} as const
