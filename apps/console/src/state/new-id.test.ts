import { expect, it } from 'vitest'
import { newId } from './new-id.ts'

it('creates different ids of 12 lower-case letters and digits', () => {
  const ids = Array.from({ length: 1000 }, () => newId())
  expect(new Set(ids).size).toBe(1000)
  for (const id of ids) expect(id).toMatch(/^[0-9a-z]{12}$/)
})
