import { Configuration } from '@plinth/contract'
import { catalogueOf, decide, readRule } from '@plinth/expression'
import { expect, test } from 'vitest'
import { measured } from '../e2e/harness/seen.ts'

const configuration = Configuration.parse({
  tables: [
    { id: 'notes', name: 'notes', columns: [] },
    { id: 'members', name: 'members', columns: [{ id: 'who', name: 'who', type: 'text' }] },
  ],
})

/** Whether a rule allows viewing a row, with one stored member and one caller. */
function decided(rule: string) {
  const members = [{ id: 'm1', who: 'ada' }]
  const ground = { catalogue: catalogueOf(configuration), mode: 'rule', table: 'notes' } as const
  return decide({
    rule: readRule(rule, ground),
    action: 'view',
    stored: { id: 'n1' },
    rows: { list: () => members, find: () => undefined },
    scope: { request: { auth: { id: 'ada' } }, now: 0 },
  })
}

test('a rule can use the request and other tables, but no unknown names', () => {
  const rules: readonly (readonly [root: string, path: string])[] = [
    ['@request', '@request.auth.id'],
    ['@table', '@table.members.who'],
    ['@elsewhere', '@elsewhere.members.who'],
  ]
  const roots = rules.flatMap(([root, path]) => {
    const answers = [decided(`${path} = "ada"`), decided(`${path} = "bob"`)]
    if (answers[0] === 'broken') return []
    expect(answers, root).toEqual(['allowed', 'denied'])
    return [root]
  })
  measured('rules.references', roots)
})
