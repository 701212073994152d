import { describe, expect, test } from 'vitest'
import { SERVER_LAYERS } from '../layers.ts'
import { findFolderCycles } from './find-folder-cycles.ts'
import { findFullFolders, MAX_FILES } from './find-full-folders.ts'
import { findJsonParse, JSON_EDGES } from './find-json-parse.ts'
import { findRepeatedExports } from './find-repeated-exports.ts'
import { readSource, type Source } from './read-sources.ts'

const sourcesOf = (files: Record<string, string>): Source[] =>
  Object.entries(files).map(([file, text]) => readSource(file, text))

const APPS = [
  ...SERVER_LAYERS.map((layer) => `apps/server/src/${layer}`),
  'apps/console/src',
  'packages/schema/src',
  'e2e',
]

describe.each(APPS)('in %s', (folder) => {
  test.each([
    ['neighbouring folders', 'one', 'two'],
    ['folders two levels down', 'deep/one', 'deep/two'],
  ])('reports %s that import each other, by a type alone too', (_name, one, two) => {
    const files = {
      [`${folder}/${one}/a.ts`]: `import { b } from '${folder === '' ? '' : '../'}${two.split('/').at(-1)}/b.ts'\n`,
      [`${folder}/${two}/b.ts`]: 'export const b = 1\n',
    }
    expect(findFolderCycles(sourcesOf(files))).toEqual([])
    const back = `import type { A } from '../${one.split('/').at(-1)}/c.ts'\nexport const b = 1 as A\n`
    const cyclic = {
      ...files,
      [`${folder}/${two}/b.ts`]: back,
      [`${folder}/${one}/c.ts`]: 'export type A = 1\n',
    }
    expect(findFolderCycles(sourcesOf(cyclic))).toHaveLength(1)
  })

  test('reports a cycle over three folders', () => {
    const files = {
      [`${folder}/one/a.ts`]: "import '../two/b.ts'\n",
      [`${folder}/two/b.ts`]: "import '../three/c.ts'\n",
      [`${folder}/three/c.ts`]: "import '../one/d.ts'\n",
      [`${folder}/one/d.ts`]: '',
    }
    expect(findFolderCycles(sourcesOf(files)).length).toBeGreaterThan(0)
  })

  test('ignores imports of tests and of testing/', () => {
    const files = {
      [`${folder}/one/a.test.ts`]: "import '../two/b.ts'\n",
      [`${folder}/one/testing/t.ts`]: "import '../../two/b.ts'\n",
      [`${folder}/one/d.ts`]: '',
      [`${folder}/two/b.ts`]: "import '../one/d.ts'\n",
    }
    expect(findFolderCycles(sourcesOf(files))).toEqual([])
  })

  test(`reports a folder with more than ${MAX_FILES} files, tests aside`, () => {
    const many = (count: number, ending: string) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`${folder}/f/n${at}${ending}`, '']),
      )
    expect(
      findFullFolders(sourcesOf({ ...many(MAX_FILES, '.ts'), ...many(9, '.test.ts') })),
    ).toEqual([])
    expect(findFullFolders(sourcesOf(many(MAX_FILES + 1, '.ts')))).toEqual([
      `${folder}/f has ${MAX_FILES + 1} files; at most ${MAX_FILES} are allowed`,
    ])
  })
})

describe.each(['apps/server/src', 'apps/console/src', 'packages/contract/src'])(
  'in %s',
  (folder) => {
    const twice = (one: string, other: string) =>
      findRepeatedExports(sourcesOf({ [`${folder}/a.ts`]: one, [`${folder}/b.ts`]: other }))

    test.each([
      ['functions', 'export function listRows() {}', 'export async function listRows() {}'],
      ['values', 'export const listRows = 1', 'export const other = 1, listRows = 2'],
      ['types', 'export type Place = 1', 'export interface Place {}'],
      ['classes and values', 'export class Place {}', 'export const Place = 1'],
    ])('reports two %s of one name', (_name, one, other) => {
      expect(twice(one, other)).toHaveLength(1)
    })

    test.each([
      ['a value and its type in one file', 'export const Row = 1\nexport type Row = 1', ''],
      ['a name that one file keeps to itself', 'const place = 1', 'export const place = 1'],
      ['a re-export', "export { Row } from './b.ts'", 'export const Row = 1'],
    ])('accepts %s', (_name, one, other) => {
      expect(twice(one, other)).toEqual([])
    })

    test('accepts a name that another app exports too', () => {
      const files = {
        [`${folder}/a.ts`]: 'export const listRows = 1',
        'packages/client/src/b.ts': 'export const listRows = 1',
      }
      expect(findRepeatedExports(sourcesOf(files))).toEqual([])
    })
  },
)

describe.each(SERVER_LAYERS)('JSON.parse in %s', (layer) => {
  const file = `apps/server/src/${layer}/store/row.ts`
  const found = (name: string, text: string) => findJsonParse(sourcesOf({ [name]: text }))

  test.each([
    ['called', 'export const read = (text: string) => JSON.parse(text) as Plan'],
    ['called deep inside', 'export class A { b() { return { c: [JSON.parse(this.d)] } } }'],
    ['passed on', 'export const rows = lines.map(JSON.parse)'],
  ])('is reported if it is %s', (_name, text) => {
    expect(found(file, text)).toEqual([
      `${file} calls JSON.parse; use readStored or readJson of stored-json.ts`,
    ])
  })

  test.each([
    ['a comment', '// JSON.parse(text) would be a cast\nexport const a = 1'],
    ['a text', "export const a = 'JSON.parse(text)'"],
    ['another function', 'export const a = JSON.stringify(b) + z.parse(c)'],
  ])('is not reported for %s', (_name, text) => {
    expect(found(file, text)).toEqual([])
  })

  test('is allowed in tests', () => {
    const text = 'export const a = JSON.parse(b)'
    expect(found(file.replace('.ts', '.test.ts'), text)).toEqual([])
    expect(found(file.replace('store/', 'testing/'), text)).toEqual([])
  })
})

test.each(JSON_EDGES)('%s may call JSON.parse, and is reported once it does not', (file) => {
  expect(findJsonParse(sourcesOf({ [file]: 'export const a = JSON.parse(b)' }))).toEqual([])
  expect(findJsonParse(sourcesOf({ [file]: 'export const a = 1' }))).toHaveLength(1)
})
