import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CopiedTree, copyTree } from './copied-tree.ts'
import { LINT_PLANTS } from './lint-plants.ts'

interface Report {
  diagnostics: {
    category: string
    severity: string
    location: { path: string | { file: string } }
  }[]
}

const folder = 'apps/server/src/planted'
let tree: CopiedTree
const found: Record<'bad' | 'good', string[]> = { bad: [], good: [] }

function lint(kind: 'bad' | 'good'): string[] {
  const names = LINT_PLANTS.map((one) => (kind === 'good' && one.goodFile) || one.file)
  const files = names.map((name) => `${folder}/${kind}/${name}`)
  for (const [at, plant] of LINT_PLANTS.entries()) tree.write({ [`${files[at]}`]: plant[kind] })
  const flags = ['--reporter=json', '--max-diagnostics=none']
  const { output } = tree.run('biome', 'check', ...flags, ...files)
  const { diagnostics } = JSON.parse(output) as Report
  return diagnostics
    .filter((one) => one.severity === 'error')
    .map(({ category, location: { path } }) => {
      return `${category}: ${typeof path === 'string' ? path : path.file}`
    })
}

beforeAll(() => {
  tree = copyTree()
  found.bad = lint('bad')
  found.good = lint('good')
})
afterAll(() => tree.remove())

describe.each(LINT_PLANTS)('$rule', (plant) => {
  test('refuses the planted file', () => {
    expect(found.bad).toContain(`${plant.rule}: ${folder}/bad/${plant.file}`)
  })

  test('accepts its twin', () => {
    const name = `${folder}/good/${plant.goodFile ?? plant.file}`
    expect(found.good.filter((one) => one.endsWith(name))).toEqual([])
  })
})

test('every rule that biome.json turns on has a planted violation', () => {
  const text = readFileSync(new URL('../biome.json', import.meta.url), 'utf8')
  const groups = JSON.parse(text).linter.rules as Record<string, Record<string, unknown>>
  const rules = Object.entries(groups).flatMap(([group, entries]) =>
    typeof entries === 'object' ? Object.keys(entries).map((name) => `lint/${group}/${name}`) : [],
  )
  const planted = LINT_PLANTS.map((plant) => plant.rule)
  expect(rules.filter((rule) => !planted.includes(rule))).toEqual([])
})
