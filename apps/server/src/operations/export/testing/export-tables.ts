const relation = (id: string, name: string, options: object) => ({
  id,
  name,
  type: 'relation',
  options,
})
const many = { hasMultiple: true, hasMultipleBack: true }

/** Every kind of field and relation. */
export const TABLES = [
  {
    id: 'things',
    name: 'thing',
    indexes: [{ columns: ['t_whole', 't_text'], unique: false }],
    columns: [
      { id: 't_text', name: 'Text', type: 'text' },
      { id: 't_code', name: 'code', type: 'text', options: { isUnique: true } },
      { id: 't_hidden', name: 'hidden', type: 'text', options: { isHidden: true, max: null } },
      { id: 't_pin', name: 'pin', type: 'text', options: { isHashed: true, isRequired: true } },
      { id: 't_whole', name: 'whole', type: 'number' },
      { id: 't_part', name: 'part', type: 'number', options: { hasDecimal: true } },
      { id: 't_flag', name: 'flag', type: 'checkbox' },
      {
        id: 't_picks',
        name: 'picks',
        type: 'select',
        options: { hasMultiple: true, selectOptions: ['a', "it's", '"x"'] },
      },
      { id: 't_on', name: 'select', type: 'date' },
      { id: 't_data', name: 'data', type: 'json', options: { nesting: 8 } },
      { id: 't_file', name: 'paper', type: 'file', options: { hasMultiple: true } },
      relation('t_box', 'box', {
        tableId: 'boxes',
        columnId: 'b_things',
        backColumnName: 'things',
        hasMultipleBack: true,
      }),
      relation('t_tags', 'tags', {
        ...many,
        tableId: 'tags',
        columnId: 'g_things',
        backColumnName: 'things',
        isParent: true,
      }),
      relation('t_before', 'before', {
        ...many,
        tableId: 'things',
        columnId: 't_after',
        backColumnName: 'after',
        isParent: true,
      }),
      relation('t_after', 'after', {
        ...many,
        tableId: 'things',
        columnId: 't_before',
        backColumnName: 'before',
      }),
    ],
  },
  {
    id: 'boxes',
    name: 'box',
    columns: [
      { id: 'b_name', name: 'name', type: 'text', options: { isRequired: true } },
      relation('b_things', 'things', {
        tableId: 'things',
        columnId: 't_box',
        backColumnName: 'box',
        hasMultiple: true,
        isParent: true,
      }),
    ],
  },
  {
    id: 'tags',
    name: 'tag',
    columns: [
      { id: 'g_name', name: 'name', type: 'text' },
      relation('g_things', 'things', {
        ...many,
        tableId: 'things',
        columnId: 't_tags',
        backColumnName: 'tags',
      }),
    ],
  },
  {
    id: 'sums',
    name: 'box_size',
    type: 'Computed',
    query:
      'select box."id" as id, count(thing."id") as size from "box" as box left join "thing" as thing on thing."box" = box."id" group by box."id"',
  },
]

/** Values that an export format could corrupt, by field. */
export const ODD_ROWS: readonly object[] = [
  {},
  { Text: '', picks: [], data: {} },
  { Text: "'; drop table thing; --", code: '"quoted", and, commas', flag: true },
  { Text: 'two\nlines\r\nand\ttabs', code: '\\backslash \\n', flag: false },
  { Text: '=1+1', hidden: '@SUM(A1)', code: "O'Brien" },
  { Text: '😀 é e\u0301 مرحبا \u202e \u2028', code: '\u0001\u001f\u007f', whole: 0, part: -0 },
  { whole: 9007199254740991, part: 0.1, select: '0100-01-01T00:00:00.000Z' },
  { whole: -9007199254740991, part: 5e-324, select: '9999-12-31T23:59:59.999Z' },
  { part: 4503599627370.125, select: '2025-06-30T23:59:59.001Z', picks: ["it's", '"x"'] },
  { part: 2.5e-310, data: 'text' },
  { part: -123456789.12345679, data: null },
  { part: 3, data: { a: [1, { "it's": 'a "b" \\ \n' }], ä: -0.5, '': null } },
  { Text: 'null', code: 'NULL', data: [] },
  { Text: '\\N', code: '$1 ? :name --', data: false },
  { hidden: `x${'y'.repeat(70_000)}'`, data: { long: "'".repeat(200) } },
]
