import { expect, it } from 'vitest'
import { clickSort, type GridSort } from './grid-sort.ts'

const up = (key: string) => ({ key, direction: 'ascending' }) as const
const down = (key: string) => ({ key, direction: 'descending' }) as const

it.each<[string, GridSort, boolean, GridSort]>([
  ['ascending first', [], false, [up('a')]],
  ['then descending', [up('a')], false, [down('a')]],
  ['then not at all', [down('a')], false, []],
  ['replaces another key', [down('b')], false, [up('a')]],
  ['replaces several keys', [up('b'), down('a')], false, [up('a')]],
  ['adds a key with Shift', [down('b')], true, [down('b'), up('a')]],
  ['turns an added key with Shift', [down('b'), up('a')], true, [down('b'), down('a')]],
  ['drops an added key with Shift', [down('b'), down('a')], true, [down('b')]],
])('a click on a header sorts: %s', (_, sort, isFurther, expected) => {
  expect(clickSort(sort, 'a', isFurther)).toEqual(expected)
})

it('adds no more keys than the data API accepts', () => {
  const eight = [...'bcdefghi'].map(up)
  expect(clickSort(eight, 'a', true)).toEqual(eight)
})
