import { Configuration } from '@plinth/contract'
import { expect, it } from 'vitest'
import { printStoredFilter, storeFilter } from './stored-filter.ts'

const configurationOf = (names: Record<string, string>, dropped: readonly string[] = []) =>
  Configuration.parse({
    tables: [
      {
        id: 't1',
        name: 'orders',
        columns: [
          { id: 'f1', name: names.f1 ?? 'state', type: 'text' },
          { id: 'f2', name: names.f2 ?? 'size', type: 'number' },
          { id: 'f3', name: names.f3 ?? 'meta', type: 'json' },
          {
            id: 'f4',
            name: names.f4 ?? 'buyer',
            type: 'relation',
            options: { isParent: true, tableId: 't2', columnId: 'b2' },
          },
        ].filter(({ id }) => !dropped.includes(id)),
      },
      { id: 't2', name: 'people', columns: [{ id: 'b1', name: names.b1 ?? 'city', type: 'text' }] },
    ],
  })

const before = { synced: configurationOf({}), tableId: 't1' }
const text = '(state = "state" || size > 1) && buyer.city ~ "a" && meta.state = 2 && id != "x"'

it('stores the field ids of the paths', () => {
  expect(storeFilter(text, before)).toEqual({
    text,
    fields: { state: 'f1', size: 'f2', buyer: 'f4', 'buyer.city': 'b1', meta: 'f3' },
  })
  expect(storeFilter('state = ', before)).toEqual({ text: 'state = ', fields: {} })
})

it.each([
  ['nothing renamed', {}, text],
  [
    'renamed fields, also of related tables',
    { f1: 'status', f3: 'data', b1: 'town' },
    '(status = "state" || size > 1) && buyer.town ~ "a" && data.state = 2 && id != "x"',
  ],
  [
    'swapped names',
    { f1: 'size', f2: 'state', f4: 'customer' },
    '(size = "state" || state > 1) && customer.city ~ "a" && meta.state = 2 && id != "x"',
  ],
])('prints a filter after %s', (_, names, expected) => {
  const after = { synced: configurationOf(names), tableId: 't1' }
  expect(printStoredFilter(storeFilter(text, before), after)).toBe(expected)
})

it('keeps the name of a deleted field, so that the filter is refused and not widened', () => {
  const after = { synced: configurationOf({ f2: 'amount' }, ['f1']), tableId: 't1' }
  expect(printStoredFilter(storeFilter('state = "a" && size > 1', before), after)).toBe(
    'state = "a" && amount > 1',
  )
})
