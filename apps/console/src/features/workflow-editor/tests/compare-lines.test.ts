import { expect, test } from 'vitest'
import { compareLines, printSorted, type ShownLine } from './compare-lines.ts'

const list = (change: number, value: unknown) =>
  Array.from({ length: 400 }, (_, id) => ({ id, value: id === change ? value : id }))
const changed = (lines: readonly ShownLine[]) =>
  lines.flatMap((line) => ('text' in line && line.isChanged ? [line.text.trim()] : []))

test('prints objects alike whatever the order of their fields', () => {
  expect(printSorted({ b: [{ d: 1, c: 2 }], a: 1 })).toBe(
    printSorted({ a: 1, b: [{ c: 2, d: 1 }] }),
  )
})

test('marks the one changed line of a long value and leaves out the equal ones', () => {
  const { before, after } = compareLines(printSorted(list(211, 'a')), printSorted(list(211, 'b')))
  expect([changed(before), changed(after)]).toEqual([['"value": "a"'], ['"value": "b"']])
  expect(before).toHaveLength(9)
  expect(before[0]).toEqual({ skipped: 844 })
})

test('marks changes that are far from one another', () => {
  const one = { items: list(5, 'a'), total: 1 }
  const other = { items: list(5, 'b').slice(0, 100), total: 2 }
  const { before, after } = compareLines(printSorted(one), printSorted(other))
  expect(changed(after)).toContain('"total": 2')
  expect(changed(before)).toContain('"value": "a"')
})

test('marks added lines on one side only', () => {
  const { before, after } = compareLines('a\nb', 'a\nnew\nb')
  expect([changed(before), changed(after)]).toEqual([[], ['new']])
})

test('marks everything between the changes of values that are too large to align', () => {
  const one = Array.from({ length: 3_000 }, (_, at) => `a${at}`).join('\n')
  const other = Array.from({ length: 3_000 }, (_, at) => `b${at}`).join('\n')
  expect(changed(compareLines(`x\n${one}`, `x\n${other}`).before)).toHaveLength(3_000)
})
