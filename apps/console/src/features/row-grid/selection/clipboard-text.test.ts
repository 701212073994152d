import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readClipboard, writeClipboard } from './clipboard-text.ts'

it.each<[string, string, string[][]]>([
  ['one cell', 'a', [['a']]],
  [
    'the format of Excel',
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'the format of Google Sheets',
    'a\tb\nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['a line break in a cell', '"a\nb"\tc', [['a\nb', 'c']]],
  ['a quote in a cell', '"say ""hi"""', [['say "hi"']]],
  ['an unclosed quote', '"a\tb', [['"a', 'b']]],
  ['a quote in the middle', '5" pipe\tb', [['5" pipe', 'b']]],
  [
    'empty cells',
    '\t\n\t',
    [
      ['', ''],
      ['', ''],
    ],
  ],
])('%s', (_, text, rows) => {
  expect(readClipboard(text)).toEqual(rows)
})

it('round-trips', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '\r', ' ', '🙂') })
  const table = fc
    .integer({ min: 1, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 4,
      }),
    )
    // A last row of one empty cell is indistinguishable from a trailing line break.
    .filter((rows) => rows.at(-1)?.join('') !== '')
  fc.assert(
    fc.property(table, (rows) => {
      expect(readClipboard(writeClipboard(rows))).toEqual(rows)
    }),
  )
})
