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

describe('scanning JSON', () => {
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
    ['', 0, 'A value is expected here.'],
    ['{', 1, 'A name in double quotes is expected here.'],
    ['{"a" 1}', 5, 'A colon is expected here.'],
    ['{"a": 1 "b": 2}', 8, 'A comma or } is expected here.'],
    ['[1, 2', 5, 'A comma or ] is expected here.'],
    ['[1,]', 3, 'A value is expected here.'],
    ['"open', 0, 'This text has no closing quote.'],
    ['"a\nb"', 2, 'A text may not go on in the next line.'],
    ['"\\x"', 1, 'This escape is not known.'],
    ['{} {}', 3, 'Nothing may stand after the end.'],
    ['[01]', 2, 'A comma or ] is expected here.'],
  ])('%j is refused at %d', (text, from, message) => {
    expect(scanJson(text, nothing)).toMatchObject({ ok: false, issue: { from, message } })
  })

  it('agrees with JSON.parse on anything', () => {
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

  it('does not mind a hundred thousand brackets', () => {
    expect(scanJson('['.repeat(100_000), nothing).ok).toBe(false)
    expect(scanJson('['.repeat(100_000) + ']'.repeat(100_000), nothing).ok).toBe(true)
  })
})
