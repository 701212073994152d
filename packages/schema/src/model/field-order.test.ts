import { type Column, Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  arrangeColumns,
  changeColumnType,
  findDisplayField,
  moveColumn,
  saveTable,
  sortColumns,
  storedJson,
} from '../index.ts'
import { configurationOf, countIds, tableOf, textOf } from '../testing/examples.ts'

const newId = countIds()

describe('the sequence of fields', () => {
  const ids = (columns: readonly { id: string; order: number }[]) =>
    columns.map(({ id, order }) => `${id}${order}`).join(' ')
  const columns = [textOf('x', { order: 2 }), textOf('z'), textOf('y')]
  const ties = ['c', 'a', 'b'].map((id) => textOf(id))

  test('is by order, and by the list where orders are equal', () => {
    expect(ids(sortColumns(columns))).toBe('z0 y0 x2')
  })
  test('is stored', () => {
    const stored = Configuration.parse(
      JSON.parse(storedJson(configurationOf(tableOf('t', { columns: ties })))),
    )
    expect(ids(stored.tables[0]?.columns ?? [])).toBe('c0 a0 b0')
  })
  test('is numbered 1…n by a move, and only by a move', () => {
    expect(ids(moveColumn(ties, { columnId: 'b', index: 0 }))).toBe('b1 c2 a3')
    expect(ids(moveColumn(ties, { columnId: 'c', index: 2 }))).toBe('a1 c2 b3')
    expect(ids(moveColumn(ties, { columnId: 'c', index: 1 }))).toBe('c0 a0 b0')
    expect(ids(moveColumn(ties, { columnId: 'gone', index: 1 }))).toBe('c0 a0 b0')
  })
  test('is numbered when sorting would show another one', () => {
    expect(ids(arrangeColumns(ties))).toBe('c0 a0 b0')
    expect(ids(arrangeColumns([textOf('x', { order: 1 }), textOf('new')]))).toBe('x1 new2')
  })
})

describe('the display field', () => {
  const email = changeColumnType(textOf('mail'), 'email')
  const table = tableOf('t', { columns: [email, textOf('hash'), textOf('name')] })
  const hashed = {
    ...table,
    columns: table.columns.map((one) =>
      one.id === 'hash' ? ({ ...one, options: { ...one.options, isHashed: true } } as Column) : one,
    ),
  }
  test('is the first readable text field, else the first email', () => {
    expect(findDisplayField(hashed)?.id).toBe('name')
    expect(findDisplayField({ ...table, columns: [email] })?.id).toBe('mail')
    expect(findDisplayField({ ...table, columns: [] })).toBeUndefined()
  })
  test('can be chosen, and is dropped with its field', () => {
    const chosen = { ...hashed, displayField: 'mail' }
    expect(findDisplayField(chosen)?.id).toBe('mail')
    const save = (columns: Column[]) => {
      const result = saveTable({
        configuration: configurationOf(),
        table: { ...chosen, columns },
        newId,
      })
      return result.ok ? result.configuration.tables[0] : undefined
    }
    expect(save(chosen.columns)?.displayField).toBe('mail')
    expect(save(chosen.columns.slice(1))).not.toHaveProperty('displayField')
  })
})
