import type { Explanation, Operation } from '@plinth/contract'

const OPERATIONS: Record<Operation, string> = {
  list: 'List',
  view: 'View',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
}

const VERDICTS: Record<Explanation['verdict'], string> = {
  allowed: 'Allowed',
  denied: 'Denied',
  locked: 'Staff only',
  broken: 'Rule has an error',
}

/** Texts of 'Who can see this row'. */
export const accessStrings = {
  open: 'Who can see this row',
  openAny: 'Who can see a row…',
  title: 'Who can see this row, and why',
  description: 'Checks the synced access rules for one row and one user of your app.',
  who: 'Request as',
  guest: 'A guest',
  usersOf: (table: string) => `A user of ${table}`,
  noUsers: 'This project has no Auth table, so all users of your app are guests.',
  user: 'User',
  chooseUser: 'Choose a user',
  searchUsers: 'Search users',
  noUser: 'No user found',
  table: 'Table',
  row: 'Row',
  chooseRow: 'Choose a row',
  searchRows: 'Search rows',
  noRow: 'No row found',
  results: 'Results',
  chooseFirst: (missing: 'user' | 'row') =>
    missing === 'user'
      ? 'Choose a user to see the results.'
      : 'Choose a row to see which operations are allowed, and which part of each rule decides.',
  operations: OPERATIONS,
  verdicts: VERDICTS,
  empty: 'No rule: staff only',
  failed: 'Could not load.',
  retry: 'Retry',
} as const
