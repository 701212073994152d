import { expect, it } from 'vitest'
import { cutMiddle } from './cell-view.tsx'

const id = '01a1e651-e6a5-74a8-9c3b-5d0f7a2b9c11'

it.each([
  [160, '01a1e651…f7a2b9c11'],
  [72, '01…c11'],
  [400, id],
  [undefined, id],
])('shows both ends of an id in a column of %s px', (width, expected) => {
  expect(cutMiddle(id, width)).toBe(expected)
})

it('leaves a short id of a Computed table as it is', () => {
  expect(cutMiddle('Anna', 160)).toBe('Anna')
})
