import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markJson } from './mark-json.ts'

describe('markJson', () => {
  it('distinguishes keys, strings, numbers and keywords', () => {
    const pieces = markJson('{"a": "b:", "c": -1.5e3, "d": [true, null]}')
    expect(pieces.filter(({ kind }) => kind).map(({ text, kind }) => [text, kind])).toEqual([
      ['"a"', 'key'],
      ['"b:"', 'text'],
      ['"c"', 'key'],
      ['-1.5e3', 'number'],
      ['"d"', 'key'],
      ['true', 'word'],
      ['null', 'word'],
    ])
  })

  it('never loses or adds a character', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2)
        expect(
          markJson(text)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text)
      }),
    )
  })
})
