import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CopiedTree, copyTree } from './copied-tree.ts'

type Names = { name: string }[]
interface Report {
  issues: { file: string; files?: Names; exports?: Names; types?: Names; dependencies?: Names }[]
}

const folder = 'apps/server/src/app'
const manifest = 'apps/server/package.json'
let tree: CopiedTree
let found: string[] = []

/** Plants a file whose exports an entry uses or not, and a dependency that a test file imports or not. */
function plant(isUsed: boolean): void {
  const kind = isUsed ? 'used' : 'unused'
  const names = isUsed ? '{ extra, type Extra, main }' : '{ main }'
  tree.write({
    [`${folder}/${kind}-file.ts`]: 'export const file = 1\n',
    [`${folder}/${kind}-exports.ts`]:
      'export const main = 1\nexport const extra = 2\nexport type Extra = number\n',
    [`spec/${kind}-entry.ts`]: [
      `import ${names} from '../${folder}/${kind}-exports.ts'`,
      isUsed ? `import { file } from '../${folder}/${kind}-file.ts'` : '',
      isUsed ? `import * as planted from '${kind}-dependency'` : '',
      isUsed ? 'console.log([main, extra] as Extra[], file, planted)' : 'console.log(main)',
    ].join('\n'),
    [`${folder}/${kind}.test.ts`]: isUsed ? `import '${kind}-dependency'\n` : '',
  })
}

function look(): string[] {
  const { issues } = JSON.parse(tree.run('knip', '--reporter', 'json').output) as Report
  return issues.flatMap((issue) =>
    (['files', 'exports', 'types', 'dependencies'] as const).flatMap((kind) =>
      (issue[kind] ?? []).map(({ name }) => `${kind}: ${issue.file}: ${name}`),
    ),
  )
}

beforeAll(() => {
  tree = copyTree()
  const server = JSON.parse(readFileSync(new URL(`../${manifest}`, import.meta.url), 'utf8'))
  Object.assign(server.dependencies, { 'used-dependency': '1.0.0', 'unused-dependency': '1.0.0' })
  tree.write({ [manifest]: JSON.stringify(server) })
  plant(true)
  plant(false)
  found = look()
})
afterAll(() => tree.remove())

describe.each([
  ['a file nobody imports', 'files', (kind: string) => `${folder}/${kind}-file.ts`],
  ['an export nobody imports', 'exports', (kind: string) => `${folder}/${kind}-exports.ts: extra`],
  ['a type nobody imports', 'types', (kind: string) => `${folder}/${kind}-exports.ts: Extra`],
  [
    'a dependency nobody imports',
    'dependencies',
    (kind: string) => `${manifest}: ${kind}-dependency`,
  ],
] as const)('%s', (_, sort, named) => {
  const reports = (kind: string) => found.filter((one) => one.startsWith(`${sort}: ${named(kind)}`))

  test('is found', () => {
    expect(reports('unused')).toHaveLength(1)
  })

  test('is accepted once it is used', () => {
    expect(reports('used')).toEqual([])
  })
})
