import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../list-files.ts'
import { DOCUMENTED_LIMITS } from './documented-limits.ts'
import { findUndocumented } from './find-undocumented.ts'
import { INTERNAL_LIMITS } from './internal-limits.ts'
import { listLimits } from './list-limits.ts'
import { OTHER_LINES } from './other-limits.ts'
import { readLines } from './read-rows.ts'

const ROOT = join(import.meta.dirname, '../..')
const lines = readLines(readFileSync(join(ROOT, 'docs/guide/limits.md'), 'utf8'))
const limits = new Map(
  listFiles(ROOT, ['apps/server/src/*.ts', 'packages/*/src/*.ts'])
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .flatMap((file) => listLimits(file, readFileSync(join(ROOT, file), 'utf8'))),
)
const DAY_MS = 86_400_000

/** The ways in which the page may write a figure: as a number, in megabytes, in seconds or in days. */
function writeFigure(value: number): string[] {
  const plain = value.toLocaleString('en')
  return [plain, `${value / 1024 / 1024} MB`, `${value / 1000} s`, `${value / DAY_MS} days`]
}

test('every limit of the source is documented or internal, and no other', () => {
  const listed = [...Object.keys(DOCUMENTED_LIMITS), ...Object.values(INTERNAL_LIMITS).flat()]
  expect(limits.size).toBeGreaterThan(150)
  expect([...limits.keys()].filter((source) => !listed.includes(source))).toEqual([])
  expect(listed.filter((source) => !limits.has(source))).toEqual([])
  expect(listed.filter((source, at) => listed.indexOf(source) !== at)).toEqual([])
})

test('the page has a line for every documented limit, and no other', () => {
  const entries = lines.map(([what = '', limit = '', beyond = '']) => ({
    name: what,
    meaning: `${what}: ${limit}; ${beyond}`,
  }))
  const names = [...Object.values(DOCUMENTED_LIMITS), ...OTHER_LINES]
  expect(findUndocumented(entries, names)).toEqual([])
})

test('the figures are those of the source', () => {
  const figures = new Map(lines.map(([what, limit = '']) => [what, limit]))
  const wrong = Object.entries(DOCUMENTED_LIMITS).filter(([source, line]) => {
    const written = (figures.get(line) ?? '').split(/, | for | \(/)
    return !writeFigure(limits.get(source) ?? 0).some((figure) => written.includes(figure))
  })
  expect(wrong.map(([source, line]) => `${line}: ${limits.get(source)}`)).toEqual([])
})

test('reads limits that are products or refer to another constant', () => {
  const content = [
    'const MB = 1024 * 1024',
    'export const MAX_BYTES = 10 * MB',
    'const LONGEST_MS = 30 * 86_400_000',
    'const MAX_N = 2 ** 18',
    'const TABLE_LIMIT = 2000',
    "const MAX_TEXT = 'none'",
    'const MAX_OF = limitsOf(env)',
    'const OTHER = 7',
  ].join('\n')
  expect(listLimits('a.ts', content)).toEqual([
    ['a.ts#MAX_BYTES', 10_485_760],
    ['a.ts#LONGEST_MS', 2_592_000_000],
    ['a.ts#MAX_N', 262_144],
    ['a.ts#TABLE_LIMIT', 2000],
  ])
})
