import { expect, it } from 'vitest'
import { nextAttention } from './next-attention.ts'

const list = [
  { id: 'a', column: 'size' },
  { id: 'a', column: 'name' },
  { id: 'b', column: undefined },
  { id: 'c', column: 'name' },
]

it('goes to the next cell of the list and from the last to the first', () => {
  const visited = ['size', 'name'].map((column) => nextAttention(list, { id: 'a', column }))
  expect(visited).toEqual([list[1], list[2]])
  expect(nextAttention(list, { id: 'c', column: 'name' })).toBe(list[0])
})

it('counts every cell of a row that is decided as a whole', () => {
  expect(nextAttention(list, { id: 'b', column: 'anything' })).toBe(list[3])
})

it('begins with the first cell if another one or none is selected', () => {
  expect(nextAttention(list, undefined)).toBe(list[0])
  expect(nextAttention(list, { id: 'c', column: 'size' })).toBe(list[0])
  expect(nextAttention(list, { id: undefined, column: undefined })).toBe(list[0])
})

it('finds nothing in an empty list', () => {
  expect(nextAttention([], { id: 'a', column: 'size' })).toBeUndefined()
})
