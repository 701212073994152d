import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles } from '../list-files.ts'
import { readBlocks } from './read-blocks.ts'
import { NOT_RUN, RUN } from './run-blocks.ts'

const ROOT = join(import.meta.dirname, '../..')
const MIN_REASON = 40

/** A page and the language of a block; the name of a file behind the language is left out. */
const keyOf = (page: string, language: string) =>
  `${page} ${language.replace(/ \S+\.\w+$/, '')}`.trim()

const keys = new Set(readBlocks().map(({ page, language }) => keyOf(page, language)))

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

test('each reason is a sentence, and the files that it names exist', () => {
  const short = Object.entries(NOT_RUN).filter(([, reason]) => reason.length < MIN_REASON)
  expect(short).toEqual([])
  const files = listFiles(ROOT).map((file) => `/${file}`)
  const named = Object.values(NOT_RUN).flatMap(
    (reason) => reason.match(/[\w./-]+\.(ts|sh)\b/g) ?? [],
  )
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([])
})
