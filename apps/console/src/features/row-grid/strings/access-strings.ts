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
  broken: 'Broken rule',
}

/** The words of 'Who can see this row'. */
export const accessStrings = {
  open: 'Who can see this row',
  title: 'Who can see this row, and why',
  description: 'What the rules in the database say of one row to one user of your app.',
  who: 'Asked by',
  guest: 'A guest',
  usersOf: (table: string) => `A user of ${table}`,
  noUsers: 'Without an Auth table only guests use your app.',
  user: 'User',
  chooseUser: 'Choose a user',
  searchUsers: 'Search users',
  noUser: 'No user found',
  table: 'Table',
  row: 'Row',
  chooseRow: 'Choose a row',
  searchRows: 'Search rows',
  noRow: 'No row found',
  results: 'What the rules say',
  chooseFirst: (missing: 'user' | 'row') =>
    missing === 'user'
      ? 'Choose the user who asks.'
      : 'Choose a row to see who may do what with it, and which part of the rule decides.',
  operations: OPERATIONS,
  verdicts: VERDICTS,
  empty: 'No rule: staff only',
  failed: 'Could not load.',
  retry: 'Retry',
} as const
