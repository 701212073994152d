import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GROUPS } from '../../docs/site/.vitepress/pages.ts'
import { readBlocks } from './read-blocks.ts'
import { NOT_RUN, RUN } from './run-blocks.ts'

const ROOT = join(import.meta.dirname, '../..')
const MIN_REASON = 40

/** Pages for operators change hosts and are followed on real ones. */
const operating = new Set(
  GROUPS.filter(({ text }) => text === 'Operate')
    .flatMap(({ items }) => items)
    .map(({ link }) => `docs${link}.md`),
)

/** A page and the language of a block; the name of a file behind the language is left out. */
const keyOf = (page: string, language: string) =>
  `${page} ${language.replace(/ \S+\.\w+$/, '')}`.trim()

const keys = new Set(
  readBlocks()
    .filter(({ page }) => !operating.has(page))
    .map(({ page, language }) => keyOf(page, language)),
)

test('every block of a page is run by a test, or has a reason why it is not', () => {
  expect([...keys].filter((key) => !(key in RUN) && !(key in NOT_RUN))).toEqual([])
})

test('the lists name no block twice, and none that does not exist', () => {
  expect(Object.keys(RUN).filter((key) => key in NOT_RUN)).toEqual([])
  expect([...Object.keys(RUN), ...Object.keys(NOT_RUN)].filter((key) => !keys.has(key))).toEqual([])
})

test('each test that is named reads the page', () => {
  const wrong = Object.entries(RUN).filter(([key, path]) => {
    const page = key.split(' ')[0]?.split('/').at(-1) ?? ''
    return !readFileSync(join(ROOT, path), 'utf8').includes(page)
  })
  expect(wrong).toEqual([])
})

test('each reason is a sentence of its own', () => {
  const short = Object.entries(NOT_RUN).filter(([, reason]) => reason.length < MIN_REASON)
  expect(short).toEqual([])
})
