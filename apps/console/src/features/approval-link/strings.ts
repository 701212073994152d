import type { ApprovalState } from '@plinth/contract'

export const approvalLinkStrings = {
  title: 'Approval',
  until: (time: string) => `A workflow waits for your decision until ${time}.`,
  ended: (state: ApprovalState) => `This approval was ${state} already. Nothing is left to decide.`,
  notAsked: 'This approval no longer waits for your decision.',
  deadTitle: 'This link is not valid',
  noToken: 'This link is incomplete. Open it from the email again.',
  unreachable: 'The server could not be reached. Try again.',
  doneTitle: 'Thank you',
  done: {
    approve: 'You approved. You can close this page.',
    reject: 'You rejected. You can close this page.',
  },
} as const
