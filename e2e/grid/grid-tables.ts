/** A table with every inline-editable field type, and a related table. */
export const THINGS = [
  {
    id: 't1',
    name: 'things',
    columns: [
      { id: 'words', name: 'words', order: 0, type: 'text' as const },
      { id: 'rich', name: 'rich', order: 1, type: 'text' as const, options: { isRichText: true } },
      { id: 'size', name: 'size', order: 2, type: 'number' as const, options: { min: 1, max: 9 } },
      { id: 'due', name: 'due', order: 3, type: 'date' as const },
      { id: 'done', name: 'done', order: 4, type: 'checkbox' as const },
      {
        id: 'state',
        name: 'state',
        order: 5,
        type: 'select' as const,
        options: { selectOptions: ['open', 'closed'] },
      },
      {
        id: 'tags',
        name: 'tags',
        order: 6,
        type: 'select' as const,
        options: { selectOptions: ['red', 'green', 'blue'], hasMultiple: true },
      },
      { id: 'mail', name: 'mail', order: 7, type: 'email' as const },
      { id: 'link', name: 'link', order: 8, type: 'url' as const },
      { id: 'phone', name: 'phone', order: 9, type: 'phoneNumber' as const },
      { id: 'extra', name: 'extra', order: 10, type: 'json' as const },
      { id: 'pin', name: 'pin', order: 11, type: 'text' as const, options: { isHashed: true } },
      {
        id: 'owners',
        name: 'owners',
        order: 12,
        type: 'relation' as const,
        options: {
          isParent: true,
          tableId: 't2',
          columnId: 'owned',
          hasMultiple: true,
          backColumnName: 'owned',
          hasMultipleBack: true,
        },
      },
    ],
  },
  {
    id: 't2',
    name: 'people',
    order: 1,
    columns: [
      { id: 'pname', name: 'name', order: 0, type: 'text' as const },
      {
        id: 'owned',
        name: 'owned',
        order: 1,
        type: 'relation' as const,
        options: {
          isParent: false,
          tableId: 't1',
          columnId: 'owners',
          hasMultiple: true,
          backColumnName: 'owners',
          hasMultipleBack: true,
        },
      },
    ],
  },
]

const fields = Array.from({ length: 10 }, (_, at) => ({
  id: `f${at}`,
  name: `f${at}`,
  order: at,
  type: 'text' as const,
  options: at === 0 ? { isUnique: true } : {},
}))
/** Ten text columns, the first of them unique. */
export const SHEET = { id: 't1', name: 'sheet', columns: fields }
