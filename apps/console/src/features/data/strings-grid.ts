/** The words of the grid and of what can be done with its columns. */
export const gridStrings = {
  label: (name: string) => `Rows of ${name}`,
  field: 'Field',
  addField: 'Add Field',
  menu: (name: string) => `Options of ${name}`,
  edit: 'Edit',
  sortAscending: 'Sort Ascending',
  sortDescending: 'Sort Descending',
  delete: 'Delete',
  resize: (name: string) => `Width of ${name}`,
  noRows: 'Rows appear here once this table is in the database.',
  computedTitle: 'Computed by its SELECT',
  computed: 'The fields of a Computed table come from its SELECT; edit the table to change it.',
  editQuery: 'Edit SELECT',
  fields: (count: number) => (count === 1 ? '1 field' : `${count} fields`),
} as const
