import { describe, expect, it } from 'vitest'
import { lineColumn } from './line-column.ts'
import { distinctNames, writeCsv, writeJson } from './write-result.ts'

describe('a result as a file', () => {
  it.each([
    [
      ['id', 'id', 'id'],
      ['id', 'id_2', 'id_3'],
    ],
    [
      ['id', 'id', 'id_2'],
      ['id', 'id_3', 'id_2'],
    ],
    [[], []],
  ])('names %j apart as %j', (columns, names) => {
    expect(distinctNames(columns)).toEqual(names)
  })

  it('writes CSV with quoted texts and without formulas', async () => {
    const rows = [
      [1, 'a "b", c', null],
      [-2, '=SUM(A1)', { a: [1] }],
    ]
    expect(await writeCsv({ columns: ['n', 'text', 'json'], rows })).toBe(
      ['n,text,json', '1,"a ""b"", c",', `-2,"'=SUM(A1)","{""a"":[1]}"`].join('\r\n'),
    )
  })

  it('writes JSON with every column', () => {
    const text = writeJson({ columns: ['id', 'id'], rows: [['a', null]] })
    expect(JSON.parse(text)).toEqual([{ id: 'a', id_2: null }])
  })
})

it.each([
  ['select 1', 0, { line: 1, column: 1 }],
  ['select *\nform x', 9, { line: 2, column: 1 }],
])('finds the line and column in %j', (text, position, place) => {
  expect(lineColumn(text, position)).toEqual(place)
})
