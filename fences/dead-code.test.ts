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
const found: Record<'bad' | 'good', string[]> = { bad: [], good: [] }

/** Plants a file whose exports a test file uses, or not. */
function plant(kind: 'bad' | 'good'): void {
  const bad = kind === 'bad'
  const names = bad ? '{ used }' : '{ unused, type Unused, used }'
  const used = bad ? 'used' : '[used, unused] as Unused[]'
  tree.write({
    [`${folder}/planted-file.ts`]: 'export const file = 1\n',
    [`${folder}/planted-exports.ts`]:
      'export const used = 1\nexport const unused = 2\nexport type Unused = number\n',
    'spec/planted-entry.ts': [
      `import ${names} from '../${folder}/planted-exports.ts'`,
      bad ? '' : `import { file } from '../${folder}/planted-file.ts'`,
      bad ? '' : "import * as planted from 'planted-dependency'",
      `console.log(${used}${bad ? '' : ', file, planted'})`,
    ].join('\n'),
    [`${folder}/planted-user.test.ts`]: bad ? '' : "import 'planted-dependency'\n",
  })
}

function look(kind: 'bad' | 'good'): string[] {
  plant(kind)
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
  server.dependencies['planted-dependency'] = '1.0.0'
  tree.write({ [manifest]: JSON.stringify(server) })
  found.bad = look('bad')
  found.good = look('good')
})
afterAll(() => tree.remove())

describe.each([
  ['a file nobody imports', `files: ${folder}/planted-file.ts`],
  ['an export nobody imports', `exports: ${folder}/planted-exports.ts: unused`],
  ['a type nobody imports', `types: ${folder}/planted-exports.ts: Unused`],
  ['a dependency nobody imports', `dependencies: ${manifest}: planted-dependency`],
])('%s', (_, issue) => {
  test('is found', () => {
    expect(found.bad.filter((one) => one.startsWith(issue))).toHaveLength(1)
  })

  test('is accepted once it is used', () => {
    expect(found.good.filter((one) => one.startsWith(issue))).toEqual([])
  })
})
