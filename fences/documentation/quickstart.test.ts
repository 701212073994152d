import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readQuickstart } from '../../e2e/quickstart/read-quickstart.ts'

const PAGE = join(import.meta.dirname, '../../docs/guide/quickstart.md')

test('every block and step of the quickstart can be followed by a program', () => {
  const sections = readQuickstart(readFileSync(PAGE, 'utf8'))
  expect(sections.map((acts) => acts.length)).toEqual([1, 11, 3, 2, 9])
})

test.each([
  ['a step in other words', '## 1. Do\n\n1. Maybe click on Save\n'],
  ['a block in an unknown language', '## 1. Do\n\n```python\nprint(1)\n```\n'],
  ['output without a command', '## 1. Do\n\n```text\nDone\n```\n'],
])('refuses %s', (_name, page) => expect(() => readQuickstart(page)).toThrow())
