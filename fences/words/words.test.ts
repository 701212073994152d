import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, TYPESCRIPT } from '../list-files.ts'
import { findUnplain } from './find-unplain.ts'
import { readTexts } from './read-texts.ts'

const ROOT = join(import.meta.dirname, '../..')

function readAll() {
  return listFiles(ROOT, TYPESCRIPT)
    .filter((file) => !file.startsWith('fences/words/'))
    .flatMap((file) => readTexts(file, readFileSync(join(ROOT, file), 'utf8')))
}

test('comments, log lines, test names and UI strings use standard words', () => {
  const unplain = readAll().flatMap((text) => {
    const reason = findUnplain(text)
    return reason ? [`${text.file}:${text.line} ${reason}: ${text.text}`] : []
  })
  expect(unplain).toEqual([])
})

const STRINGS = 'apps/console/src/features/planted/strings.ts'
const SERVER = 'apps/server/src/rows/planted.ts'

test.each([
  ['a line comment', SERVER, '// Whoever asks.\nexport const a = 1\n'],
  ['a doc comment', SERVER, '/** Makes it anew. */\nexport const a = 1\n'],
  ['a comment inside a function', SERVER, 'function f() {\n  // It is gone.\n  return 1\n}\n'],
  ['a log line', SERVER, "log.warn({}, 'rows: handed over')\n"],
  ['a log line without component', SERVER, "parts.log.info({}, 'It works')\n"],
  ['a test name', 'apps/server/src/a.test.ts', "test('somebody asks', () => {})\n"],
  ['a name of test.each', 'e2e/a.spec.ts', "test.each([1])('is set aside %s', () => {})\n"],
  ['a template as name', 'e2e/a.spec.ts', 'describe(`what came of it`, () => {})\n'],
  ['a UI string', STRINGS, "export const s = { a: 'Two-step sign-in' }\n"],
])('reports %s', (_name, file, content) => {
  expect(readTexts(file, content).flatMap((text) => findUnplain(text) ?? [])).toHaveLength(1)
})

test.each([
  ['a directive', SERVER, '// biome-ignore lint/a: gone\nexport const a = 1\n'],
  ['an identifier', SERVER, 'export const gone = { setAside: 1 }\n'],
  ['a log line with component', SERVER, "log.warn({ a: 1 }, 'rows: connection lost')\n"],
])('accepts %s', (_name, file, content) => {
  expect(readTexts(file, content).flatMap((text) => findUnplain(text) ?? [])).toEqual([])
})
