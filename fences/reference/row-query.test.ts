import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RowQuery } from '@plinth/contract'
import { expect, test } from 'vitest'
import { findUndocumented } from './find-undocumented.ts'
import { readRows } from './read-rows.ts'

const PAGE = join(import.meta.dirname, '../../docs/guide/paging-and-filtering.md')
const rows = readRows(readFileSync(PAGE, 'utf8'))

test('every parameter of a list is explained', () => {
  const entries = rows.map(([name = '', , meaning = '']) => ({ name, meaning }))
  expect(findUndocumented(entries, Object.keys(RowQuery.shape))).toEqual([])
})

test('the defaults are those of the contract', () => {
  const defaults: Record<string, unknown> = RowQuery.parse({})
  const expected = rows.map(([name = '']) => (name in defaults ? `\`${defaults[name]}\`` : '–'))
  expect(rows.map(([, given]) => given)).toEqual(expected)
})
