import { expect, test } from 'vitest'
import { toggle, toggleAll, toKeyTables } from './chosen-operations.ts'

test('ticking an operation twice takes it back, and leaves no table without one', () => {
  const once = toggle({}, 'post', 'view')
  expect(toKeyTables(once)).toEqual([{ table: 'post', operations: ['view'] }])
  expect(toKeyTables(toggle(once, 'post', 'view'))).toEqual([])
})

test('operations are sent in their own order', () => {
  const chosen = toggle(toggle({}, 'post', 'delete'), 'post', 'list')
  expect(toKeyTables(chosen)).toEqual([{ table: 'post', operations: ['list', 'delete'] }])
})

test('everything of a Computed table is reading', () => {
  const all = toggleAll({}, { name: 'sums', type: 'Computed' })
  expect(toKeyTables(all)).toEqual([{ table: 'sums', operations: ['list', 'view'] }])
  expect(toKeyTables(toggleAll(all, { name: 'sums', type: 'Computed' }))).toEqual([])
})

test('with some ticked, everything ticks the rest', () => {
  const some = toggle({}, 'post', 'list')
  expect(toKeyTables(toggleAll(some, { name: 'post', type: 'Base' }))).toEqual([
    { table: 'post', operations: ['list', 'view', 'create', 'update', 'delete'] },
  ])
})
