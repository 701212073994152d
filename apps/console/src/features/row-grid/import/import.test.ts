import { Column } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { convertRows, matchColumns } from './convert-rows.ts'
import { readFile } from './read-file.ts'

const fields = [
  Column.parse({ id: '1', name: 'title', type: 'text' }),
  Column.parse({ id: '2', name: 'pageCount', type: 'number' }),
  Column.parse({ id: '3', name: 'photo', type: 'image' }),
]

describe('readFile', () => {
  it.each<[string, string, string[], unknown[][]]>([
    [
      'CSV',
      'a,b\n1,"x, y"\n\n2,"say ""hi"""\n',
      ['a', 'b'],
      [
        ['1', 'x, y'],
        ['2', 'say "hi"'],
      ],
    ],
    ['CSV with semicolons and a byte order mark', '\uFEFFa;b\r\n1;2', ['a', 'b'], [['1', '2']]],
    [
      'JSON',
      '[{"a":1},{"b":[2]}]',
      ['a', 'b'],
      [
        [1, undefined],
        [undefined, [2]],
      ],
    ],
    ['NDJSON', '{"a":1}\n{"a":2}\n', ['a'], [[1], [2]]],
  ])('%s', (_, text, columns, rows) => {
    expect(readFile(text)).toEqual({ columns, rows })
  })

  it.each(['', '[1]', '{"a":', '["a"]'])('rejects %o', (text) => {
    expect(() => readFile(text)).toThrow()
  })
})

describe('mapping columns to fields', () => {
  it('matches by name, ignoring case and separators, each field once', () => {
    const names = ['Title', 'page_count', 'photo', 'other', 'TITLE']
    expect(matchColumns(names, fields)).toEqual([
      'title',
      'pageCount',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('converts values to the field types and reports invalid ones with their line', () => {
    const file = readFile('title,pages\nA,"1,200"\nB,many\nC,')
    const { lines, refused, issues } = convertRows(file, {
      mapping: ['title', 'pageCount'],
      fields,
    })
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { title: 'A', pageCount: 1200 },
      { title: 'B', pageCount: 'many' },
      { title: 'C' },
    ])
    expect(refused).toBe(1)
    expect(issues).toEqual([{ line: 2, path: 'pageCount', message: 'Enter a number' }])
  })
})
