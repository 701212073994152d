import type { Operation, TableType } from '@plinth/contract'

const TYPE_HINTS: Record<TableType, string> = {
  Base: 'Rows created by apps and staff.',
  Auth: 'Rows are the users of your app. Starts with the fields email, password and verified.',
  Computed: 'Read-only rows returned by a SELECT.',
}

const RULES: Record<Operation, string> = {
  list: 'List rule',
  view: 'View rule',
  create: 'Create rule',
  update: 'Update rule',
  delete: 'Delete rule',
}

/** Texts of Create Table, Edit Table and Delete Table. */
export const tableStrings = {
  create: 'Create Table',
  edit: 'Edit Table',
  description: 'Changes stay in the draft until you save and sync them.',
  name: 'Name',
  namePlaceholder: 'customers',
  refused: (reason: string) => `Sync will refuse this: ${reason}`,
  type: 'Type',
  typeHints: TYPE_HINTS,
  losesFields: (count: number) =>
    `A Computed table has no fields of its own: ${count === 1 ? 'its field' : `its ${count} fields`} will be removed.`,
  query: 'SELECT',
  queryHint: 'One read-only SELECT over the tables of this project. It must return a unique id.',
  rulesTitle: 'Access rules',
  rulesHint: 'Who can do what through the API. Rules do not apply to staff.',
  rules: RULES,
  sameForAll: (count: number) =>
    count === 5 ? 'The same for all five' : `The same for all ${count}`,
  different: 'Different for each',
  eachRule: 'Each rule',
  choice: (rule: string) => `${rule}: presets`,
  everyone: 'Everyone',
  signedIn: 'Signed-in users',
  owner: 'Owner only',
  staff: 'Staff only',
  custom: 'Custom',
  signUp: 'Anyone can sign up',
  signUpClosed: 'Sign-up follows the create rule: guests cannot sign up.',
  signUpOpen: 'Sign-up follows the create rule: guests can sign up.',
  noOwner: 'To use Owner only, add a relation field to an Auth table.',
  emptyRule: 'Empty: staff only',
  correction: (text: string) => `Use ${text}`,
  indexes: {
    title: 'Indexes',
    hint: 'Speed up filters and sorting in large tables. Unique fields, relations and the default order are already indexed.',
    add: 'Add index',
    field: (index: number, place: number) => `Index ${index}, field ${place}`,
    noField: 'No more fields',
    unique: 'Unique: no two rows can have the same values',
    remove: (index: number) => `Remove index ${index}`,
    offers: {
      list: 'Indexes that would help',
      reason: (requests: number, environment: string) =>
        `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'} in ${environment} read more than 10,000 rows.`,
      add: (fields: string) => `Add an index over ${fields}`,
      short: 'Add',
    },
  },
  live: 'Live',
  liveHint:
    'Apps and the console get changes of these rows as they happen, under the access rules. Every change is stored for an hour, so that nobody misses one.',
  cancel: 'Cancel',
  submitNew: 'Create',
  submit: 'Save',
  remove: {
    title: (name: string) => `You are about to delete ${name}`,
    text: (name: string) => `This will permanently delete ${name}. Are you sure?`,
    relations: (names: readonly string[]) =>
      `These relation fields will be deleted too: ${names.join(', ')}.`,
    cancel: 'Cancel',
    confirm: 'Delete',
  },
} as const
