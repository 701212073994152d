export const diagramStrings = {
  toggle: 'Diagram',
  label: 'Diagram of tables and relations',
  hint: 'Click a table to edit it. Drag to pan, scroll to zoom.',
  readOnlyHint: 'Click a table to see its rows. Drag to pan, scroll to zoom.',
  loading: 'Arranging the tables…',
  node: (name: string, fields: number) =>
    `Table ${name}, ${fields === 1 ? '1 field' : `${fields} fields`}`,
  more: (count: number) => `and ${count} more`,
} as const
