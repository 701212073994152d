/** UI text of the forms that edit node parameters. */
export const formStrings = {
  form: 'Form',
  text: 'Text',
  formHint: (label: string) => `Edit ${label} as a form`,
  textHint: (label: string) => `Edit ${label} as text`,
  noForm: 'The form cannot show this value. Edit it as text, or clear it to start again.',
  entry: {
    key: (line: number) => `Name of entry ${line}`,
    type: (line: number) => `Type of entry ${line}`,
    value: (line: number, key: string) => (key === '' ? `Value of entry ${line}` : key),
    name: 'Name',
    add: 'Add entry',
    remove: (key: string) => `Remove ${key || 'entry'}`,
    types: {
      text: 'Text',
      number: 'Number',
      boolean: 'Yes or no',
      null: 'Empty',
      json: 'JSON',
    },
    duplicate: (key: string) => `${key} is there twice. The last value is used.`,
    noName: 'Enter a name. Entries without one are not saved.',
    yes: 'Yes',
    no: 'No',
    invalidJson: 'Not valid JSON. The last valid value is used.',
    secret:
      'This looks like a secret. It is stored in the workflow, where every developer can read it: choose a credential under Authentication instead.',
  },
  unknown: (names: readonly string[]) =>
    `This node does not have: ${names.join(', ')}. It ignores them, and a copy of it cannot be saved.`,
  row: {
    none: 'Choose a table to see its fields.',
    notSet: 'Not set',
    leaveOut: (field: string) => `Do not set ${field}`,
    unknown: (table: string) => `Not a field of ${table}. The node fails with it.`,
    required: 'required',
    chosen: (field: string, name: string) => `Remove ${name} from ${field}`,
  },
  sort: {
    field: (line: number) => `Field to sort by ${line}`,
    direction: (line: number) => `Direction ${line}`,
    choose: 'Choose a field',
    ascending: 'Ascending',
    descending: 'Descending',
    add: 'Add field',
    remove: (field: string) => `Do not sort by ${field}`,
  },
} as const
