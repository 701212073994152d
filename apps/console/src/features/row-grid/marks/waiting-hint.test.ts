import { Column } from '@plinth/contract'
import { expect, it } from 'vitest'
import { hintOf } from './waiting-hint.ts'

const field = Column.parse({ id: 'c1', name: 'title', type: 'text' })
const rowOf = (title: string, other = 'x') => ({ id: 'a', title, other })
const cell = { row: rowOf('old'), base: undefined, field }

it('has what another user stored in the edited cell, compared with its row when the editor opened', () => {
  const update = (title: string) => ({ type: 'update' as const, id: 'a', row: rowOf(title, 'z') })
  expect(hintOf(update('new'), cell)).toEqual({ theirs: 'new' })
  expect(hintOf(update('old'), cell)).toBeUndefined()
  expect(hintOf(update('new'), { ...cell, base: rowOf('new') })).toBeUndefined()
})

it('says that the row was deleted or left the list', () => {
  const saying = (text: string) => ({ text: expect.stringContaining(text) })
  expect(hintOf({ type: 'delete', id: 'a' }, cell)).toEqual(saying('deleted this row'))
  expect(hintOf({ type: 'leave', id: 'a' }, cell)).toEqual(saying('no longer in the list'))
})

it('says nothing about other rows', () => {
  expect(hintOf({ type: 'delete', id: 'b' }, cell)).toBeUndefined()
  expect(hintOf(undefined, cell)).toBeUndefined()
})
