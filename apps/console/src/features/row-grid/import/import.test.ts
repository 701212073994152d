import { Column } from '@plinth/contract'
import { describe, expect, it } from 'vitest'
import { convertRows, matchColumns } from './convert-rows.ts'
import { readFile } from './read-file.ts'

const fields = [
  Column.parse({ id: '1', name: 'title', type: 'text' }),
  Column.parse({ id: '2', name: 'pageCount', type: 'number' }),
  Column.parse({ id: '3', name: 'photo', type: 'image' }),
]

describe('a file becomes rows', () => {
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
    ['CSV with semicolons and a mark', '\uFEFFa;b\r\n1;2', ['a', 'b'], [['1', '2']]],
    [
      'JSON',
      '[{"a":1},{"b":[2]}]',
      ['a', 'b'],
      [
        [1, undefined],
        [undefined, [2]],
      ],
    ],
    ['lines of JSON', '{"a":1}\n{"a":2}\n', ['a'], [[1], [2]]],
  ])('%s', (_, text, columns, rows) => {
    expect(readFile(text)).toEqual({ columns, rows })
  })

  it.each(['', '[1]', '{"a":', '["a"]'])('%o is refused', (text) => {
    expect(() => readFile(text)).toThrow()
  })
})

describe('its columns are matched with fields', () => {
  it('by their names, however they are written, each once', () => {
    const names = ['Title', 'page_count', 'photo', 'other', 'TITLE']
    expect(matchColumns(names, fields)).toEqual([
      'title',
      'pageCount',
      undefined,
      undefined,
      undefined,
    ])
  })

  it('and its values with their types; what does not fit is named with its line', () => {
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
    expect(issues).toEqual([{ line: 2, path: 'pageCount', message: 'Not a number' }])
  })
})
