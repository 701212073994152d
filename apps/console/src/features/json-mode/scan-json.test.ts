import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanJson } from './scan-json.ts'

const nothing = new Set<string>()

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('scanJson', () => {
  it('finds values by their paths', () => {
    const text = '{ "tables": [ { "name": "a" }, { "name": "b\\"", "x": [] } ] }'
    const wanted = new Set(['', 'tables', 'tables.1', 'tables.1.name', 'tables.1.x', 'tables.2'])
    const scan = scanJson(text, wanted)
    const found = scan.ok
      ? [...scan.spans].map(([path, s]) => [path, text.slice(s.from, s.to)])
      : []
    expect(Object.fromEntries(found)).toEqual({
      '': text,
      tables: '[ { "name": "a" }, { "name": "b\\"", "x": [] } ]',
      'tables.1': '{ "name": "b\\"", "x": [] }',
      'tables.1.name': '"b\\""',
      'tables.1.x': '[]',
    })
  })

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
  ])('rejects %j at %d', (text, from, message) => {
    expect(scanJson(text, nothing)).toMatchObject({ ok: false, issue: { from, message } })
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
        expect(scanJson(text, nothing).ok).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('handles 100,000 nested brackets', () => {
    expect(scanJson('['.repeat(100_000), nothing).ok).toBe(false)
    expect(scanJson('['.repeat(100_000) + ']'.repeat(100_000), nothing).ok).toBe(true)
  })
})
