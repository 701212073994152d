import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS, ROLES } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { findUndocumented } from './find-undocumented.ts'
import { readRows } from './read-rows.ts'

const page = readFileSync(
  join(import.meta.dirname, '../../docs/guide/members-and-roles.md'),
  'utf8',
)

function callsOf(heading: string) {
  const [, section = ''] = page.split(`\n## ${heading}\n`)
  const [part = ''] = section.split('\n## ')
  return readRows(part).map(([name = '', meaning = '']) => ({
    name,
    meaning: `${name}: ${meaning}`,
  }))
}

test('the page has the roles', () => {
  const listed = readRows(page).filter(({ length }) => length === 3)
  expect(listed.map(([role]) => role).toSorted()).toEqual([...ROLES].toSorted())
})

describe.each([
  ['Calls for owners', ['project:owner']],
  ['Calls for admins', ['project:admin', 'admin']],
])('%s', (heading, accesses) => {
  test('are those of the contract', () => {
    const calls = ENDPOINTS.filter(({ access }) => accesses.includes(access))
    const names = calls.map(({ method, path }) => `${method} ${path}`)
    expect(names.length).toBeGreaterThan(10)
    expect(findUndocumented(callsOf(heading), names)).toEqual([])
  })
})
