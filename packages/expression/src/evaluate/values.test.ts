import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDate } from '../check/read-date.ts'
import { tokenize } from '../syntax/tokenize.ts'
import { processorTimeOf } from '../testing/processor-time.ts'
import { matchesPattern, toLike } from './pattern.ts'
import { compareText, countCharacters, lowerText } from './text.ts'

describe('dates', () => {
  test.each([
    ['2025-01-31', '2025-01-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2025-01-31T08:09', '2025-01-31T08:09:00.000Z'],
    ['2025-01-31 08:09:10', '2025-01-31T08:09:10.000Z'],
    ['2025-01-31T08:09:10.5Z', '2025-01-31T08:09:10.500Z'],
    ['2025-01-31T08:09:10.123456Z', '2025-01-31T08:09:10.123Z'],
    ['2025-01-31T00:30:00+01:00', '2025-01-30T23:30:00.000Z'],
    ['2025-01-31T23:30:00-05:30', '2025-02-01T05:00:00.000Z'],
  ])('%s', (text, expected) => {
    expect(new Date(readDate(text) ?? Number.NaN).toISOString()).toBe(expected)
  })

  test.each([
    '',
    '2025',
    '2025-1-1',
    '2025-02-29',
    '2025-13-01',
    '2025-00-10',
    '2025-01-32',
    '0000-01-01',
    '0099-01-01',
    '2025-01-01T24:00',
    '2025-01-01T10:60',
    '2025-01-01T10:00:60',
    '2025-01-01Z',
    '2025-01-01T10:00+15:00',
    'now',
    ' 2025-01-01',
    '2025-01-01\n',
    `2025-01-01T10:00:00.${'1'.repeat(60)}Z`,
  ])('%s is not a date', (text) => {
    expect(readDate(text)).toBeUndefined()
  })

  test('round-trips every time in wire format', () => {
    const moment = fc.date({
      min: new Date('0100-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(moment, (date) => {
        expect(readDate(date.toISOString())).toBe(date.getTime())
      }),
    )
  })
})

describe('texts', () => {
  test('lower-cases only A to Z, like PostgreSQL’s C collation and SQLite', () => {
    expect(lowerText('ÀÉİẞ ABCZ[')).toBe('ÀÉİẞ abcz[')
  })

  test('counts code points', () => {
    expect([countCharacters(''), countCharacters('aé😀'), countCharacters('e\u0301')]).toEqual([
      0, 3, 2,
    ])
  })

  test('sorts by UTF-8 bytes', () => {
    // Fixed-width code points sort like UTF-8 bytes.
    const bytes = (text: string) =>
      Array.from(text, (each) => (each.codePointAt(0) ?? 0).toString(16).padStart(6, '0')).join()
    const unit = fc.constantFrom(
      'a',
      'B',
      '~',
      'é',
      '\ud7ff',
      '\ue000',
      '\uffff',
      '😀',
      '\u{10ffff}',
    )
    fc.assert(
      fc.property(fc.string({ unit }), fc.string({ unit }), (a, b) => {
        const [x, y] = [bytes(a), bytes(b)]
        expect(Math.sign(compareText(a, b))).toBe(x === y ? 0 : x < y ? -1 : 1)
      }),
    )
  })
})

describe('patterns', () => {
  test.each([
    ['abc', '%abc%'],
    ['a%c', 'a%c'],
    ['A_c', '%a\\_c%'],
    ['100\\%', '%100\\%%'],
    ['a\\\\b%', 'a\\\\b%'],
    ['a\\b', '%a\\\\b%'],
    ['', '%%'],
    ['%', '%'],
  ])('%s is LIKE %s', (pattern, like) => {
    expect(toLike(pattern)).toBe(like)
  })

  /** Reference implementation of LIKE. */
  function like(text: string, pattern: string): boolean {
    if (pattern === '') return text === ''
    const [head = '', rest] = [pattern[0], pattern.slice(1)]
    if (head === '%') return like(text, rest) || (text !== '' && like(text.slice(1), pattern))
    if (head === '\\') return text[0] === rest[0] && like(text.slice(1), rest.slice(1))
    return text[0] === head && like(text.slice(1), rest)
  }

  test('match like SQL LIKE', () => {
    const letters = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', '_', '%', '\\'),
      maxLength: 8,
    })
    fc.assert(
      fc.property(letters, letters, (text, pattern) => {
        expect(matchesPattern(text, pattern)).toBe(like(lowerText(text), toLike(pattern)))
      }),
      { numRuns: 3000 },
    )
  })

  test('a hostile pattern on a long text is fast', () => {
    const text = 'a'.repeat(1_000_000)
    const took = processorTimeOf(() => {
      expect(matchesPattern(text, `${'a'.repeat(4000)}b`)).toBe(false)
      expect(matchesPattern(text, `%${'a%'.repeat(2000)}b%c`)).toBe(false)
      expect(matchesPattern(text, `%${`${'a'.repeat(30)}b%`.repeat(100)}`)).toBe(false)
    })
    expect(took).toBeLessThan(3000)
  })
})

describe('tokens for syntax highlighting', () => {
  test('include comments and invalid parts in place', () => {
    const { ok, tokens } = tokenize('a.0 ?!in ["x", -1.5] // why\n# "open')
    expect(ok).toBe(false)
    expect(tokens.map((token) => `${token.type} ${token.from}`)).toEqual([
      'name 0',
      '. 1',
      'digits 2',
      'operator 4',
      '[ 9',
      'text 10',
      ', 13',
      'number 15',
      '] 19',
      'comment 21',
      'unknown 28',
      'unknown 30',
    ])
  })
})
