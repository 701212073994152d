import type { Operation, TableType } from '@plinth/contract'

const TYPE_HINTS: Record<TableType, string> = {
  Base: 'Rows that apps and people create.',
  Auth: 'Rows are the users of your app; it starts with email, password and verified.',
  Computed: 'Read-only rows that a SELECT gives.',
}

const RULES: Record<Operation, string> = {
  list: 'List rule',
  view: 'View rule',
  create: 'Create rule',
  update: 'Update rule',
  delete: 'Delete rule',
}

/** The words of Create Table, Edit Table and the table's deletion. */
export const tableStrings = {
  create: 'Create Table',
  edit: 'Edit Table',
  description: 'Names, fields and rules stay a draft until you save and sync them.',
  name: 'Name',
  namePlaceholder: 'customers',
  refused: (reason: string) => `Sync will refuse this: ${reason}`,
  type: 'Type',
  typeHints: TYPE_HINTS,
  losesFields: (count: number) =>
    `A Computed table has no fields of its own: ${count === 1 ? 'its field' : `its ${count} fields`} will be removed.`,
  query: 'SELECT',
  queryHint: 'One read-only SELECT over the tables of this project; it must give a unique id.',
  rulesTitle: 'Access rules',
  rulesHint: 'Who may do what through the API. Staff skip rules.',
  rules: RULES,
  choice: (rule: string) => `${rule}: ready choices`,
  everyone: 'Everyone',
  signedIn: 'Signed-in users',
  owner: 'Owner only',
  staff: 'Staff only',
  custom: 'Custom',
  signUp: 'Anyone may sign up',
  signUpClosed: 'Sign-up obeys the create rule, so guests cannot sign up now.',
  signUpOpen: 'Sign-up obeys the create rule: guests can sign up.',
  noOwner: 'Owner only needs a relation field to an Auth table.',
  emptyRule: 'Empty: staff only',
  correction: (text: string) => `Use ${text}`,
  indexes: {
    title: 'Indexes',
    hint: 'For filters and sorts over many rows. Unique fields, relations and the default order have theirs already.',
    add: 'Add index',
    field: (index: number, place: number) => `Index ${index}, field ${place}`,
    noField: 'no further field',
    unique: 'No two rows may share these values',
    remove: (index: number) => `Remove index ${index}`,
    offers: {
      list: 'Indexes that would help',
      reason: (requests: number, environment: string) =>
        `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'} in ${environment} read more than 10,000 rows.`,
      add: (fields: string) => `Add an index over ${fields}`,
      short: 'Add',
    },
  },
  cancel: 'Cancel',
  submitNew: 'Create',
  submit: 'Save',
  remove: {
    title: (name: string) => `You are about to delete ${name}`,
    text: (name: string) => `This will permanently delete ${name}. Are you sure?`,
    relations: (names: readonly string[]) =>
      `Relation fields that go with it: ${names.join(', ')}.`,
    cancel: 'Cancel',
    confirm: 'Delete',
  },
} as const
