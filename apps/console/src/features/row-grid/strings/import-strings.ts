import { MAX_IMPORTED_ROWS } from '@plinth/contract'

/** Texts of import and export. */
export const importStrings = {
  title: (table: string) => `Import into ${table}`,
  text: 'CSV with a header row, or a JSON array of objects. Either all rows are imported or none.',
  choose: 'Choose a file',
  drop: 'or drop it here',
  file: 'File to import',
  reading: 'Reading the file…',
  leaveOut: 'Skip',
  goesTo: (name: string) => `Field for ${name}`,
  inFile: 'In the file',
  intoField: 'Import into',
  example: 'Example',
  found: (rows: number, columns: number) =>
    `${rows.toLocaleString('en-US')} rows, ${columns} columns`,
  check: 'Check rows',
  checking: 'Checking rows; nothing is written yet…',
  importing: 'Importing…',
  ready: (rows: number) => `All ${rows.toLocaleString('en-US')} rows can be imported.`,
  run: (rows: number) => `Import ${rows.toLocaleString('en-US')} rows`,
  refused: (lines: number) =>
    lines === 1
      ? '1 row cannot be imported'
      : `${lines.toLocaleString('en-US')} rows cannot be imported`,
  refusedText: 'Nothing was imported. Correct the file or skip columns, then check again.',
  more: (count: number) => `and ${count.toLocaleString('en-US')} more`,
  line: 'Row',
  field: 'Field',
  reason: 'Reason',
  back: 'Back',
  other: 'Choose another file',
  cancel: 'Cancel',
  done: (rows: number) => `${rows.toLocaleString('en-US')} rows imported`,
  cancelled: 'Import cancelled. No rows were added.',
  failed: 'Import failed. No rows were added.',
  nothingMapped: 'Choose a field for at least one column.',
  unreadable: {
    empty: 'This file is empty.',
    json: 'This file is not valid JSON.',
    list: 'A JSON file must contain an array of objects.',
    unreadable: 'This file could not be read.',
    many: `A file can have up to ${MAX_IMPORTED_ROWS.toLocaleString('en-US')} rows. Split it and import the parts.`,
  } as Readonly<Record<string, string>>,
  menu: 'Import…',
  exportCsv: 'Export CSV',
  exportJson: 'Export JSON',
  exporting: 'Exporting…',
  exported: (name: string) => `Saved as ${name}`,
  exportFailed: 'The export failed',
} as const
