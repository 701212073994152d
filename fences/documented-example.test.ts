import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const EXAMPLE = 'examples/shop-next'
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The samples for Next: the first line names a file, the others are a part of it. */
function findForeignSamples(guide: string, readFile: (path: string) => string): string[] {
  const blocks = [...guide.matchAll(/^```ts next\n\/\/ (\S+)\n(.*?)^```/gms)]
  return blocks
    .filter(([, path = '', code = '']) => !readFile(`${EXAMPLE}/${path}`).includes(code))
    .map(([, path = '']) => path)
}

test('the samples for Next are parts of the example', () => {
  const guide = read('docs/guide/client.md')
  expect(guide.match(/^```ts next$/gm)?.length).toBe(
    guide.match(/^```ts next\n\/\/ src\//gm)?.length,
  )
  expect(findForeignSamples(guide, read)).toEqual([])
})

test('a sample that differs is found', () => {
  const guide =
    '```ts next\n// src/a.ts\nconst a = 1\n```\n\n```ts next\n// src/b.ts\nconst b = 2\n```\n'
  expect(findForeignSamples(guide, () => 'const a = 1\n')).toEqual(['src/b.ts'])
})
