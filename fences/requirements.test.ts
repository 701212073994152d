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
  test('is held by files that exist, or says what is missing', () => {
    expect(files.filter((file) => !isThere(file))).toEqual([])
    expect(files.length > 0 || heldBy.startsWith('Not held')).toBe(true)
  })
})

test('every (R…) in the code is in the document', () => {
  const known = new Set(requirements.map(({ id }) => id))
  const sources = globSync('{apps,packages,faults,e2e,bench,fences}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === '.types' || name === 'dist',
  })
  const unknown = sources.flatMap((file) =>
    [...read(file).matchAll(/\((R\d+)\)/g)].flatMap(([, id = '']) =>
      known.has(id) ? [] : [`${file}: ${id}`],
    ),
  )
  expect(sources.length).toBeGreaterThan(1_000)
  expect(unknown).toEqual([])
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
