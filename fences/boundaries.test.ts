import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BOUNDARY_PLANTS, BOUNDARY_TARGETS } from './boundary-plants.ts'
import { type CopiedTree, copyTree } from './copied-tree.ts'

interface Report {
  /** A cycle is reported once, from any of its files. */
  summary: { violations: { from: string; cycle?: { name: string }[]; rule: { name: string } }[] }
}

let tree: CopiedTree
const found: Record<'bad' | 'good', Set<string>> = { bad: new Set(), good: new Set() }

function cruise(kind: 'bad' | 'good'): Set<string> {
  for (const plant of BOUNDARY_PLANTS) {
    tree.write({
      [plant.file]: `import * as there from '${plant[kind]}'\nexport const here = there\n`,
    })
  }
  const flags = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json']
  const planted = BOUNDARY_PLANTS.map(({ file }) => file)
  const { output } = tree.run('depcruise', ...planted, ...flags)
  const { summary } = JSON.parse(output) as Report
  const entries = summary.violations.flatMap(({ from, cycle = [], rule }) =>
    [from, ...cycle.map((one) => one.name)].map((file) => `${rule.name}: ${file}`),
  )
  return new Set(entries)
}

beforeAll(() => {
  tree = copyTree()
  tree.write(BOUNDARY_TARGETS)
  found.bad = cruise('bad')
  found.good = cruise('good')
})
afterAll(() => tree.remove())

describe.each(BOUNDARY_PLANTS)('$rule', (plant) => {
  test(`refuses ${plant.bad} in ${plant.file}`, () => {
    expect([...found.bad]).toContain(`${plant.rule}: ${plant.file}`)
  })

  test(`accepts ${plant.good} there`, () => {
    expect([...found.good].filter((one) => one.endsWith(`: ${plant.file}`))).toEqual([])
  })
})

test('every rule has a planted violation', async () => {
  const rules = new URL('../.dependency-cruiser.mjs', import.meta.url).href
  const config = (await import(rules)) as { default: { forbidden: { name: string }[] } }
  const planted = new Set(BOUNDARY_PLANTS.map((plant) => plant.rule))
  expect([...planted].sort()).toEqual(config.default.forbidden.map((rule) => rule.name).sort())
})
