/** Texts of the fields in Create Table and Edit Table. */
export const fieldListStrings = {
  title: 'Fields',
  hint: (submit: string) =>
    `Enter adds the next field, ${submit} saves the table. A colon sets the type, as in price:number.`,
  columns: { name: 'Field', type: 'Type', required: 'Required', unique: 'Unique' },
  field: (position: number) => `Field ${position}`,
  type: (position: number) => `Field ${position}, type`,
  required: (position: number) => `Field ${position}, required`,
  unique: (position: number) => `Field ${position}, unique`,
  options: (position: number) => `Field ${position}, options`,
  move: (position: number) => `Move field ${position}`,
  moveHint: 'Drag, or press Alt with an arrow key in the field.',
  remove: (position: number) => `Remove field ${position}`,
  placeholder: 'Add a field',
  unnamed: 'Untitled: it needs a name before Sync.',
  locked: 'Sign-in needs this field, so its name and type cannot be changed.',
  moved: (move: { name: string; position: number; count: number }) =>
    `${move.name} moved to position ${move.position} of ${move.count}`,
  removed: (name: string) => `${name} removed`,
  fromCsv: 'Fields from CSV',
  fromCsvHint: 'Reads the header line and guesses the types. You can also paste a header line.',
  added: (count: number) => (count === 1 ? '1 field added' : `${count} fields added`),
  nothingFound: 'No new field found in this text.',
  unreadable: 'The file could not be read.',
  display: 'Display field',
  displayHint: 'Names a row in pickers and search results.',
  firstText: (name: string | undefined) =>
    name === undefined ? 'First text field' : `First text field (${name})`,
} as const
