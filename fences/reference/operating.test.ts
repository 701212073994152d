import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STEP_CLASSES } from '@plinth/contract'
import { expect, test } from 'vitest'
import { ROLES_OF_A_PROCESS } from '../../apps/server/src/foundation/settings/environment-variables.ts'
import { listFiles } from '../list-files.ts'
import { findUndocumented } from './find-undocumented.ts'
import { readRows } from './read-rows.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const server = listFiles(ROOT, ['apps/server/src/*.ts'])
  .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  .map(read)
  .join('\n')

/** Log lines of a page that the server never writes. */
function findUnknownLines(text: string): string[] {
  const lines = readRows(text).map(([line = '']) => line)
  return lines.filter((line) => /^[a-z][a-z -]*: \S/.test(line) && !server.includes(`'${line}'`))
}

test('the log lines of troubleshooting are those of the server', () => {
  const page = read('docs/guide/troubleshooting.md')
  expect(readRows(page).length).toBeGreaterThan(15)
  expect(findUnknownLines(page)).toEqual([])
})

test('a log line that does not exist is found', () => {
  const lines = ['rows: database connection lost', 'rows: nothing is lost']
  const text = lines.map((line) => `| \`${line}\` | a cause | Do it. |\n`).join('')
  expect(findUnknownLines(text)).toEqual(['rows: nothing is lost'])
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
