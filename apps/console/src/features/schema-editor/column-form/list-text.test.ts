import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LIST_SEPARATOR, readList, splitValue, writeList } from './list-text.ts'

describe('list text', () => {
  it('is separated by a comma and a space', () => {
    expect(LIST_SEPARATOR).toBe(', ')
    expect(writeList(['draft', 'in review', 'done'])).toBe('draft, in review, done')
  })

  it.each([
    ['draft, done', ['draft', 'done']],
    ['', []],
    [' ,  , ', []],
    ['draft, ', ['draft']],
    ['draft,', ['draft']],
    ['draft, , done', ['draft', 'done']],
    ['draft, draft', ['draft']],
    ['1,000, 2,000', ['1,000', '2,000']],
    ['draft,\n done', ['draft', 'done']],
  ])('%j reads as %j', (text, values) => {
    expect(readList(text)).toEqual(values)
  })

  it.each([
    ['gold,silver,bronze', ['gold', 'silver', 'bronze']],
    ['1,000', ['1,000']],
    ['1,000,000', ['1,000,000']],
    ['done,', ['done,']],
    ['a,,b', ['a,,b']],
    ['gold', ['gold']],
  ])('%j can be split into %j', (value, parts) => {
    expect(splitValue(value)).toEqual(parts)
  })

  it('round-trips and never has an empty value', () => {
    const value = fc.stringMatching(/^[a-z0-9 _-]{1,12}$/).map((text) => text.trim())
    const values = fc.uniqueArray(value.filter((text) => text !== ''))
    fc.assert(
      fc.property(values, (list) => {
        expect(readList(writeList(list))).toEqual(list)
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readList(text)).not.toContain('')
      }),
    )
  })
})
