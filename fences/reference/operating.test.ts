import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STEP_CLASSES } from '@plinth/contract'
import { expect, test } from 'vitest'
import { ROLES_OF_A_PROCESS } from '../../apps/server/src/foundation/settings/environment-variables.ts'
import { PAGES } from '../../docs/site/.vitepress/pages.ts'
import { listFiles } from '../list-files.ts'
import { findUndocumented } from './find-undocumented.ts'
import { readRows } from './read-rows.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const server = listFiles(ROOT, ['apps/server/src/*.ts'])
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map(read)
  .join('\n')

const LINES = [...server.matchAll(/'([a-z][a-z -]*): ([^'\n]+)'/g)].map(
  ([, component = '', event = '']) => ({ component, line: `${component}: ${event}` }),
)

/** Log lines of a page that the server never writes. A line has no figures, and fields may follow it. */
function findUnknownLines(text: string): string[] {
  const spans = text.replace(/^```[\s\S]*?^```/gm, '').match(/(?<=`)[^`\n]+(?=`)/g) ?? []
  return spans.filter((span) => {
    const [line = ''] = span.split(' {')
    const [, component] = line.match(/^([a-z][a-z -]*): \D+$/) ?? []
    const isLogged = LINES.some((known) => known.component === component)
    return isLogged && !LINES.some((known) => known.line === line)
  })
}

test.each(PAGES)('the log lines of $link are those of the server', ({ file }) => {
  expect(findUnknownLines(read(file))).toEqual([])
})

test('a log line that does not exist is found', () => {
  const text = '`rows: database connection lost {"max":58}` `rows: nothing is lost` `rows: 7 of 8`'
  expect(findUnknownLines(text)).toEqual(['rows: nothing is lost'])
})

test('troubleshooting has log lines', () => {
  const rows = readRows(read('docs/guide/troubleshooting.md'))
  expect(
    rows.filter(([line]) => LINES.some((known) => known.line === line)).length,
  ).toBeGreaterThan(15)
})

test('every class of a step is explained', () => {
  const rows = readRows(read('docs/guide/sync-and-deploy.md'))
  const classes = rows.filter(([name]) => /^[a-z]+$/.test(name ?? ''))
  const entries = classes.map(([name = '', meaning = '']) => ({ name, meaning }))
  expect(findUndocumented(entries, STEP_CLASSES)).toEqual([])
})

test('every role of a process is explained', () => {
  const rows = readRows(read('docs/guide/several-hosts.md'))
  const roles = rows.filter(([name]) => /^[a-z]+$/.test(name ?? ''))
  expect(roles.map(([name]) => name)).toEqual([...ROLES_OF_A_PROCESS])
})
