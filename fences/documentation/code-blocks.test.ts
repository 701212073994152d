import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listFiles } from '../list-files.ts'
import { type Block, readBlocks } from './read-blocks.ts'
import { NOT_RUN, RUN } from './run-blocks.ts'

const ROOT = join(import.meta.dirname, '../..')
const MIN_REASON = 40

/** A page of the guide and the language of a block; the name of a file behind the language is left out. */
const keyOf = ({ page, language }: Pick<Block, 'page' | 'language'>) =>
  `${relative('docs/guide', page)} ${language.replace(/ \S+\.\w+$/, '')}`.trim()

type Counts = Map<string, number>

function count(entries: Iterable<readonly [string, number]>): Counts {
  const counts: Counts = new Map()
  for (const [key, number] of entries) counts.set(key, (counts.get(key) ?? 0) + number)
  return counts
}

const listed = count([
  ...Object.values(RUN).flatMap((blocks) => Object.entries(blocks)),
  ...Object.entries(NOT_RUN).map(([key, [number]]) => [key, number] as const),
])

/** Pages and languages with more blocks than the lists say, or fewer. */
function findUnlisted(blocks: readonly Pick<Block, 'page' | 'language'>[], counts: Counts) {
  const written = count(blocks.map((block) => [keyOf(block), 1] as const))
  return [...new Set([...written.keys(), ...counts.keys()])]
    .filter((key) => written.get(key) !== counts.get(key))
    .map((key) => `${key}: ${written.get(key) ?? 0} blocks, ${counts.get(key) ?? 0} listed`)
}

test('every block of every page is run by a test, or has a reason why it is not', () => {
  expect(findUnlisted(readBlocks(), listed)).toEqual([])
})

test('each test that is named reads the page', () => {
  const wrong = Object.entries(RUN).flatMap(([path, blocks]) => {
    const text = readFileSync(join(ROOT, path), 'utf8')
    const pages = Object.keys(blocks).map((key) => key.split(' ')[0] ?? '')
    return pages.filter((page) => !text.includes(page)).map((page) => `${path}: ${page}`)
  })
  expect(wrong).toEqual([])
})

test('each reason is a sentence, and the files that it names exist', () => {
  const reasons = Object.values(NOT_RUN).map(([, reason]) => reason)
  expect(reasons.filter((reason) => reason.length < MIN_REASON)).toEqual([])
  const files = listFiles(ROOT).map((file) => `/${file}`)
  const named = reasons.flatMap((reason) => reason.match(/[\w./-]+\.(ts|sh|md)\b/g) ?? [])
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([])
})

describe('finds', () => {
  const block = { page: 'docs/guide/files.md', language: 'sh' }
  test.each([
    ['nothing wrong', [block, block], []],
    ['a new block', [block, block, block], ['files.md sh: 3 blocks, 2 listed']],
    ['a block that was removed', [block], ['files.md sh: 1 blocks, 2 listed']],
    [
      'a new language',
      [block, block, { ...block, language: 'js a.mjs' }],
      ['files.md js: 1 blocks, 0 listed'],
    ],
  ])('%s', (_name, blocks, found) => {
    expect(findUnlisted(blocks, new Map([['files.md sh', 2]]))).toEqual(found)
  })
})
