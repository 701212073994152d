import type { Operation } from '@plinth/contract'

const OPERATIONS: Record<Operation, string> = {
  list: 'List',
  view: 'View',
  create: 'Create',
  update: 'Update',
  delete: 'Delete',
}

/** The words of the rule tests of a table. */
export const ruleTestStrings = {
  title: 'Rule tests',
  hint: 'What the rules above have to say of a case. A test that fails stops Sync and Deploy.',
  empty: 'No test yet: add one for a row that somebody must never see.',
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
    broken: (operation: string) => `The ${operation} rule is broken`,
  },
  name: 'Test name',
  namePlaceholder: 'Guests cannot read drafts',
  operation: 'Operation',
  operations: OPERATIONS,
  expected: 'Expected',
  allow: 'Allow',
  deny: 'Deny',
  user: 'Asked by',
  guest: 'Guest',
  signedIn: 'User',
  userFields: 'The user',
  row: 'The row',
  rowSent: 'The row that is sent',
  change: 'What is sent',
  others: 'Rows of other tables',
  othersHint: 'By table: { "members": [{ "user": "ada" }] }',
  broken: 'A rule test has a text that is not JSON, or not rows by table: correct it first.',
  all: (count: number) => (count === 1 ? '1 rule test passes' : `${count} rule tests pass`),
  some: (failing: number, count: number) =>
    count === 1 ? '1 rule test fails' : `${failing} of ${count} rule tests fail`,
} as const
