import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSyntaxError } from './find-syntax-error.ts'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('findSyntaxError', () => {
  it.each([
    ['', 0, 'Expected a value.'],
    ['{', 1, 'Expected a key in double quotes.'],
    ['{"a" 1}', 5, 'Expected a colon.'],
    ['{"a": 1 "b": 2}', 8, 'Expected a comma or }.'],
    ['[1, 2', 5, 'Expected a comma or ].'],
    ['[1,]', 3, 'Expected a value.'],
    ['"open', 0, 'This string has no closing quote.'],
    ['"a\nb"', 2, 'A string cannot contain a line break.'],
    ['"\\x"', 1, 'Unknown escape sequence.'],
    ['{} {}', 3, 'Unexpected text after the end of the JSON.'],
    ['[01]', 2, 'Expected a comma or ].'],
    ['[1.]', 2, 'Expected a comma or ].'],
    ['truex', 4, 'Unexpected text after the end of the JSON.'],
    ['{a: 1}', 1, 'Expected a key in double quotes.'],
    ['{"a": 1,}', 8, 'Expected a key in double quotes.'],
    ['{"a": "\\u12"}', 7, 'Unknown escape sequence.'],
    ['// a', 0, 'Expected a value.'],
  ])('rejects %j at %d', (text, from, message) => {
    expect(findSyntaxError(text)).toMatchObject({ from, message })
  })

  it('accepts and rejects the same texts as JSON.parse', () => {
    const pieces = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '1',
      '-0.5e3',
      'true',
      ' ',
      '"',
    )
    const texts = fc.oneof(
      fc.json(),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join('')),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(texts, (text) => {
        expect(findSyntaxError(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('rejects 100,000 nested brackets without a stack overflow', () => {
    const error = { from: 1000, message: 'This is nested too deeply.' }
    expect(findSyntaxError('['.repeat(100_000))).toMatchObject(error)
    expect(findSyntaxError('['.repeat(100_000) + ']'.repeat(100_000))).toMatchObject(error)
    expect(findSyntaxError('['.repeat(1000) + ']'.repeat(1000))).toBeUndefined()
  })
})
