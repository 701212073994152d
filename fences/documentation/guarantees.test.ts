import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../list-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const MIN_LIMIT = 15

/** Names of suites or measurements: the `name` of each value that a list in the folder's `main.ts` imports. */
function namesIn(folder: 'faults' | 'bench'): Set<string> {
  const imported = [...read(`${folder}/main.ts`).matchAll(/from '\.\/(.+\.ts)'/g)]
  const texts = imported.map(([, file]) => read(`${folder}/${file}`))
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/\bname: '([\w-]+)'/g)].map(([, name = '']) => name)),
  )
}

const names = { faults: namesIn('faults'), bench: namesIn('bench') }
const files = new Set(listFiles(ROOT, ['apps/server/src/*.test.ts']))

/** Commands and files of a cell that cannot be run. */
function findUnknownProofs(cell: string): string[] {
  const spans = [...cell.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
  const unknown = spans.filter((span) => {
    const [, tool, name = ''] = span.match(/^npm run (faults|bench) -- ([\w-]+)$/) ?? []
    if (tool === 'faults' || tool === 'bench') return !names[tool].has(name)
    return !files.has(`apps/server/src/${span}`)
  })
  return spans.length === 0 ? ['nothing'] : unknown
}

const rowsOf = (page: string, cells: number) =>
  page
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.includes('|---'))
    .map((line) => line.slice(2, -2).split(' | '))
    .filter((row) => row.length === cells)

test('each guarantee has a limit of its own and something that shows it', () => {
  const rows = rowsOf(read('docs/guarantees.md'), 3).filter(([first]) => first !== 'Guarantee')
  expect(rows.length).toBeGreaterThan(50)
  const limits = rows.map(([, limit = '']) => limit)
  expect(limits.filter((limit) => limit.length < MIN_LIMIT)).toEqual([])
  expect(limits.filter((limit, at) => limits.indexOf(limit) !== at)).toEqual([])
  const wrong = rows.flatMap(([name, , shown = '']) =>
    findUnknownProofs(shown).map((what) => `${name}: ${what}`),
  )
  expect(wrong).toEqual([])
})

test('each figure of the sizing page names a measurement that exists', () => {
  const named = [...read('docs/scale.md').matchAll(/`npm run bench -- ([\w-]+)`/g)]
  expect(named.length).toBeGreaterThan(9)
  expect(named.map(([, name = '']) => name).filter((name) => !names.bench.has(name))).toEqual([])
})

test('an unknown suite, an unknown file and an empty cell are found', () => {
  expect(findUnknownProofs('`npm run faults -- tenants`')).toEqual([])
  expect(findUnknownProofs('`npm run faults -- nothing`, `rows/nowhere.test.ts`')).toHaveLength(2)
  expect(findUnknownProofs('–')).toEqual(['nothing'])
})
