import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CopiedTree, copyTree } from './copied-tree.ts'
import { TYPE_PLANTS } from './type-plants.ts'

const folder = 'packages/contract/src'
let tree: CopiedTree
const found = { bad: '', good: '' }

function compile(kind: 'bad' | 'good'): string {
  for (const plant of TYPE_PLANTS) tree.write({ [`${folder}/${plant.file}`]: plant[kind] })
  return tree.run('tsc', '-b', 'packages/contract', '--pretty', 'false').output
}

beforeAll(() => {
  tree = copyTree()
  tree.write({ [`${folder}/planted-json.ts`]: 'export type Json = string\n' })
  found.bad = compile('bad')
  found.good = compile('good')
})
afterAll(() => tree.remove())

describe.each(TYPE_PLANTS)('$fence', (plant) => {
  test('is refused', () => {
    const lines = found.bad.split('\n').filter((line) => line.startsWith(`${folder}/${plant.file}`))
    expect(lines.join('\n')).toContain(plant.code)
  })

  test('has a twin that compiles', () => {
    expect(found.good).not.toContain(plant.file)
  })
})
