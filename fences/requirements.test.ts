import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Requirement {
  id: string
  heldBy: string
  files: string[]
}

const requirements: Requirement[] = read('docs/security-requirements.md')
  .split('\n')
  .flatMap((line) => {
    const [, id, , heldBy = ''] = line.split('|').map((cell) => cell.trim())
    if (!id || !/^R\d+$/.test(id)) return []
    const files = [...heldBy.matchAll(/`([^`]+\.ts)`/g)].map(([, file = '']) => file)
    return [{ id, heldBy, files }]
  })

/** Paths without a folder of the repository are below the server's source. */
const isThere = (file: string) =>
  existsSync(join(root, file)) || existsSync(join(root, 'apps/server/src', file))

test('the document lists R1 to R44 once each', () => {
  const ids = requirements.map(({ id }) => Number(id.slice(1))).sort((one, other) => one - other)
  expect(ids).toEqual(Array.from({ length: 44 }, (_, at) => at + 1))
})

describe.each(requirements)('$id', ({ heldBy, files }) => {
  test('names existing files, or what is missing', () => {
    expect(files.filter((file) => !isThere(file))).toEqual([])
    expect(files.length > 0 || heldBy.startsWith('Not held')).toBe(true)
  })
})

/** References such as (R17), (R2, R17) and (R23–R26), and names of tests such as 'R6: …', without a requirement. */
function findUnknown(text: string, known: ReadonlySet<string>): string[] {
  const cited = [...text.matchAll(/\bR(\d+)(?:[–-]R(\d+))?\b/g)].flatMap(([, from, to = from]) => {
    const length = Math.max(1, Number(to) - Number(from) + 1)
    return Array.from({ length }, (_, at) => `R${Number(from) + at}`)
  })
  return cited.filter((id) => !known.has(id))
}

test('every requirement that code or a document refers to is in the document', () => {
  const ids = new Set(requirements.map(({ id }) => id))
  const sources = globSync(
    ['{apps,packages,faults,e2e,bench,fences,docs}/**/*.{ts,tsx,sql,md}', '*.md'],
    {
      cwd: root,
      exclude: (name) => name === 'node_modules' || name === '.types' || name === 'dist',
    },
  )
  const unknown = sources.flatMap((file) =>
    findUnknown(read(file), ids).map((id) => `${file}: ${id}`),
  )
  expect(sources.length).toBeGreaterThan(1_000)
  expect(unknown).toEqual([])
})

const UNKNOWN = ['R', 45].join('')
test.each([
  ['(R$)', [UNKNOWN]],
  ['(R1, R$)', [UNKNOWN]],
  ['R$: a test', [UNKNOWN]],
  ['(R43–R$)', [UNKNOWN]],
  ['(R1), (R23–R26), PLAYER45', []],
])('finds an unknown reference in %s', (text, unknown) => {
  const ids = new Set(requirements.map(({ id }) => id))
  expect(findUnknown(text.replace('$', '45'), ids)).toEqual(unknown)
})

test('packages are pinned with integrity and run no install scripts (R44)', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { link?: boolean; integrity?: string }>
  }
  const installed = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  )
  expect(installed.length).toBeGreaterThan(400)
  expect(installed.filter(([, { integrity }]) => !integrity)).toEqual([])
  expect(read('.npmrc')).toContain('ignore-scripts=true')
})
