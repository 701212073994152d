import { expect, test } from 'vitest'
import { toggle, toggleAll, toKeyTables } from './chosen-operations.ts'

test('toggles an operation and drops tables without any', () => {
  const once = toggle({}, 'post', 'view')
  expect(toKeyTables(once)).toEqual([{ table: 'post', operations: ['view'] }])
  expect(toKeyTables(toggle(once, 'post', 'view'))).toEqual([])
})

test('sends operations in their fixed order', () => {
  const chosen = toggle(toggle({}, 'post', 'delete'), 'post', 'list')
  expect(toKeyTables(chosen)).toEqual([{ table: 'post', operations: ['list', 'delete'] }])
})

test('selects only read operations of a Computed table', () => {
  const all = toggleAll({}, { name: 'sums', type: 'Computed' })
  expect(toKeyTables(all)).toEqual([{ table: 'sums', operations: ['list', 'view'] }])
  expect(toKeyTables(toggleAll(all, { name: 'sums', type: 'Computed' }))).toEqual([])
})

test('selects the remaining operations if some are selected', () => {
  const some = toggle({}, 'post', 'list')
  expect(toKeyTables(toggleAll(some, { name: 'post', type: 'Base' }))).toEqual([
    { table: 'post', operations: ['list', 'view', 'create', 'update', 'delete'] },
  ])
})
