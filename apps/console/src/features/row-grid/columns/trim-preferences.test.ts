import { GridPreferences } from '@plinth/contract'
import { expect, it } from 'vitest'
import { trimPreferences } from './trim-preferences.ts'

const many = Array.from({ length: 501 }, (_, at) => `c${at}`)

it('keeps unknown columns, which may exist in another environment', () => {
  const part = { order: ['gone', 'a'], hidden: ['trash'], widths: { gone: 100 } }
  expect(trimPreferences(part, ['a'])).toEqual(part)
})

it('removes unknown columns above the limit', () => {
  const widths = Object.fromEntries(many.map((key) => [key, 100]))
  const part = { order: many, hidden: many, widths, density: 'tall' as const }
  const trimmed = trimPreferences(part, ['c7', 'new'])
  expect(trimmed).toEqual({ order: ['c7'], hidden: ['c7'], widths: { c7: 100 }, density: 'tall' })
  expect(GridPreferences.safeParse(trimmed).success).toBe(true)
})

it('returns only the changed part', () => {
  expect(trimPreferences({ density: 'compact' }, [])).toEqual({ density: 'compact' })
})
