import type { Operation } from '@plinth/contract'

const OPERATIONS: Record<Operation, string> = {
  list: 'List',
  view: 'View',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
}

/** Texts of the rule tests of a table. */
export const ruleTestStrings = {
  title: 'Rule tests',
  hint: 'Check the rules above against sample requests. A failing test blocks Sync and Deploy.',
  empty: 'No tests yet. Add one for a row that must stay private.',
  add: 'Add test',
  untitled: 'Untitled test',
  passes: 'Passes',
  fails: 'Fails',
  edit: (name: string) => `Edit ${name}`,
  done: (name: string) => `Close ${name}`,
  remove: (name: string) => `Remove ${name}`,
  said: {
    allowed: (operation: string) => `The ${operation} rule allows it`,
    denied: (operation: string) => `The ${operation} rule denies it`,
    locked: (operation: string) => `The ${operation} rule is empty: staff only`,
    broken: (operation: string) => `The ${operation} rule has an error`,
  },
  name: 'Test name',
  namePlaceholder: 'Guests cannot read drafts',
  operation: 'Operation',
  operations: OPERATIONS,
  expected: 'Expected',
  allow: 'Allow',
  deny: 'Deny',
  user: 'Request as',
  guest: 'Guest',
  signedIn: 'User',
  userFields: 'User fields',
  row: 'Row',
  rowSent: 'Submitted row',
  change: 'Submitted changes',
  others: 'Rows of other tables',
  othersHint: 'By table: { "members": [{ "user": "ada" }] }',
  broken:
    'A rule test contains invalid JSON, or rows that are not grouped by table. Correct it before saving.',
  all: (count: number) => (count === 1 ? '1 rule test passes' : `${count} rule tests pass`),
  some: (failing: number, count: number) =>
    count === 1 ? '1 rule test fails' : `${failing} of ${count} rule tests fail`,
} as const
