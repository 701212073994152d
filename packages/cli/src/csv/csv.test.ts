import { expect, test } from 'vitest'
import { linesOfCsv } from './lines-of-csv.ts'
import { readRecords } from './read-records.ts'
import { type FieldSchema, valueOfCell } from './value-of-cell.ts'

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** The text in pieces of one character, as unlucky a stream as there can be. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  yield* text
}

test.each([
  [
    'plain cells',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'Windows lines and a byte order mark',
    '\uFEFFa,b\r\n1,\r\n',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'quoted commas, quotes and lines',
    '"a,b","say ""hi""","x\r\ny"',
    [['a,b', 'say "hi"', 'x\r\ny']],
  ],
  [
    'empty quoted cells and lines',
    '"",a\n\n"",""\n',
    [
      ['', 'a'],
      ['', ''],
    ],
  ],
  ['a quote inside a cell', 'a"b,c', [['a"b', 'c']]],
])('reads %s', async (_name, text, cells) => {
  const records = await collect(readRecords(piecesOf(text)))
  expect(records.map((record) => record.cells)).toEqual(cells)
})

test('rejects a quote that is not closed, and names its line', async () => {
  const records = collect(readRecords(piecesOf('a\n"b\nc')))
  await expect(records).rejects.toThrow('line 2: a quote is not closed')
})

const nullable = (type: string): FieldSchema => ({ anyOf: [{ type }, { type: 'null' }] })

test.each<[string, FieldSchema | undefined, unknown]>([
  ['', { type: 'string' }, undefined],
  ['007', { type: 'string' }, '007'],
  ["'=1+1", { type: 'string' }, '=1+1'],
  ["'quoted'", { type: 'string' }, "'quoted'"],
  ['4.5', nullable('number'), 4.5],
  ['many', { type: 'integer' }, 'many'],
  ['Yes', nullable('boolean'), true],
  ['0', { type: 'boolean' }, false],
  ['perhaps', { type: 'boolean' }, 'perhaps'],
  ['["a","b"]', { type: 'array' }, ['a', 'b']],
  ['{"a":1}', {}, { a: 1 }],
  ['no JSON', {}, 'no JSON'],
  ['12', undefined, '12'],
])('the cell %j of a field %j is %j', (text, schema, value) => {
  expect(valueOfCell(text, schema)).toEqual(value)
})

test('rows have the line numbers of their records, and no fields that the server gives', async () => {
  const text = 'id,title,pages\n1,"two\nlines",3\n\n2,Last,\n'
  const fields = new Map([['pages', { type: 'integer' }]])
  const lines = (await collect(linesOfCsv(piecesOf(text), fields))).join('').split('\n')
  expect(lines).toEqual(['', '{"title":"two\\nlines","pages":3}', '', '', '{"title":"Last"}', ''])
})

test('rejects a record with more cells than fields', async () => {
  const lines = collect(linesOfCsv(piecesOf('a\n1,2\n'), new Map()))
  await expect(lines).rejects.toThrow('line 2: more cells than the first line has fields')
})
