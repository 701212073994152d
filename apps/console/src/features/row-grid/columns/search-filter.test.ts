import { Configuration } from '@plinth/contract'
import { catalogueOf, check, parse } from '@plinth/expression'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { listGridColumns } from './grid-columns.ts'
import { searchFilter } from './search-filter.ts'

const configuration = Configuration.parse({
  tables: [
    {
      id: 't',
      name: 't',
      columns: [
        { id: '1', order: 1, name: 'title', type: 'text' },
        { id: '2', order: 2, name: 'secret', type: 'text', options: { isHashed: true } },
        { id: '3', order: 3, name: 'size', type: 'number' },
        {
          id: '4',
          order: 4,
          name: 'tags',
          type: 'select',
          options: { selectOptions: ['a'], hasMultiple: true },
        },
        { id: '5', order: 5, name: 'data', type: 'json' },
      ],
    },
  ],
})
const [table] = configuration.tables
if (!table) throw new Error('There is a table')
const columns = listGridColumns(table, table)
const ground = {
  catalogue: catalogueOf(configuration),
  table: 't',
  mode: 'filter',
  seesHidden: true,
} as const

it.each([
  ['', '', undefined],
  ['', ' size > 1 ', 'size > 1'],
  ['ada', '', 'title ~ "ada" || tags ?~ "ada"'],
  ['12', '', 'title ~ "12" || size = 12 || tags ?~ "12"'],
  ['a"b\\', 'size > 1', '(size > 1) && (title ~ "a\\"b\\\\" || tags ?~ "a\\"b\\\\")'],
])('search %o with filter %o', (search, filter, wanted) => {
  expect(searchFilter(columns, { search, filter })).toBe(wanted)
})

it('turns any search text into a valid filter', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (search) => {
      const filter = searchFilter(columns, { search, filter: '' })
      if (filter === undefined) return
      const parsed = parse(filter)
      expect(parsed.ok && parsed.expression && check(parsed.expression, ground).ok).toBe(true)
    }),
  )
})
