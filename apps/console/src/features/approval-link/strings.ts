import type { ApprovalState } from '@plinth/contract'

export const approvalLinkStrings = {
  title: 'Approval',
  until: (time: string) => `A workflow waits for your decision until ${time}.`,
  ended: (state: ApprovalState) =>
    state === 'expired'
      ? 'The deadline of this approval has passed. Nothing is left to decide.'
      : `This approval was ${state} already. Nothing is left to decide.`,
  notAsked: 'This approval no longer waits for your decision.',
  deadTitle: 'This link is not valid',
  noToken: 'This link is incomplete. Open it from the email again.',
  malformed: 'It is incomplete or was changed. Open it from the email again.',
  loading: 'Loading the approval',
  offlineTitle: 'The approval could not be loaded',
  unreachable: 'The server could not be reached. The link stays valid.',
  retry: 'Retry',
  doneTitle: 'Thank you',
  done: {
    approve: 'You approved. You can close this page.',
    reject: 'You rejected. You can close this page.',
  },
} as const
