import { Configuration, type RuleTest } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { runRuleTests } from './run-rule-tests.ts'

type Case = Partial<RuleTest> & { rule: string; marked?: string; problem?: string }

const NOW = Date.parse('2026-01-01T00:00:00Z')
const CONSTANTS = [
  { key: 'OPEN', value: 'yes' },
  { key: 'SECRET', isSecret: true },
]

function run({ rule, marked, problem, ...given }: Case) {
  const operation = given.operation ?? 'view'
  const configuration = Configuration.parse({
    tables: [
      {
        id: 'u',
        name: 'users',
        type: 'Auth',
        columns: [{ id: 'ur', name: 'role', type: 'text' }],
      },
      { id: 'b', name: 'bans', columns: [{ id: 'bu', name: 'user', type: 'text' }] },
      {
        id: 'n',
        name: 'notes',
        columns: [
          { id: 'na', name: 'author', type: 'text' },
          { id: 'nt', name: 'title', type: 'text' },
        ],
        rules: { [operation]: rule },
        tests: [{ id: 't', name: 'case', expected: 'allow', ...given, operation }],
      },
    ],
  })
  const [result] = runRuleTests(configuration, { now: NOW, constants: CONSTANTS })
  if (!result) throw new Error('no result')
  const { clause } = result
  return { ...result, marked: clause ? rule.slice(clause.from, clause.to) : null }
}

const MINE = 'author = @request.auth.id || title = "open"'
const ada = { id: 'ada', role: 'editor' }

describe('a rule test', () => {
  test.each([
    {
      name: 'the owner may',
      rule: MINE,
      user: ada,
      row: { author: 'ada' },
      marked: 'author = @request.auth.id',
    },
    {
      name: 'the other branch suffices',
      rule: MINE,
      row: { author: 'ada', title: 'open' },
      marked: 'title = "open"',
    },
    {
      name: 'neither branch holds',
      rule: MINE,
      expected: 'deny',
      row: { author: 'ada' },
      marked: MINE,
    },
    {
      name: 'the clause that failed is found in a list',
      rule: 'title = "x" && @request.auth.role = "editor"',
      expected: 'deny',
      user: { id: 'bob', role: 'reader' },
      row: { title: 'x' },
      marked: '@request.auth.role = "editor"',
    },
    {
      name: 'behind a negation',
      rule: '!(@table.bans.user = @request.auth.id)',
      expected: 'deny',
      user: ada,
      others: { bans: [{ user: 'ada' }] },
      marked: '@table.bans.user = @request.auth.id',
    },
    {
      name: 'an update is checked before and after',
      rule: 'author = @request.auth.id',
      operation: 'update',
      expected: 'deny',
      user: ada,
      row: { author: 'ada' },
      change: { author: 'bob' },
      marked: 'author = @request.auth.id',
    },
    {
      name: 'the values of an update',
      rule: '@request.body.title:changed = false',
      operation: 'update',
      row: { title: 'a' },
      change: { author: 'x' },
    },
    {
      name: 'the values of a create',
      rule: '@request.body.title = "a"',
      operation: 'create',
      row: { title: 'a' },
    },
    { name: 'a constant', rule: '@const.OPEN = "yes"' },
    {
      name: 'the first Auth table is the default',
      rule: '@request.auth.table = "users"',
      user: ada,
    },
    { name: 'a locked rule denies', rule: '', expected: 'deny', marked: null },
  ] as const)('passes: $name', (given) => {
    const result = run(given as unknown as Case)
    expect(result).toMatchObject({ passes: true, problem: null })
    if ('marked' in given) expect(result.marked).toBe(given.marked)
  })

  test.each([
    { name: 'a guest is allowed', rule: 'true', expected: 'deny' },
    { name: 'the owner is denied', rule: 'author = "bob"', row: { author: 'ada' } },
    { name: 'the rule is broken', rule: 'nobody = 1', expected: 'deny', problem: 'nobody' },
    { name: 'a secret constant is read', rule: '@const.SECRET = ""', problem: 'SECRET' },
    {
      name: 'an unknown field',
      rule: 'true',
      row: { old: 1 },
      problem: 'Column with name old',
    },
    {
      name: 'an unknown table',
      rule: 'true',
      others: { old: [] },
      problem: 'Table with name old',
    },
  ] as const)('fails: $name', (given) => {
    const result = run(given as unknown as Case)
    expect(result.passes).toBe(false)
    if ('problem' in given) expect(result.problem).toContain(given.problem)
  })
})
