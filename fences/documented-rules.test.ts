import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Configuration, type RuleTest } from '@plinth/contract'
import { runRuleTests } from '@plinth/expression'
import { describe, expect, test } from 'vitest'

const PAGE = join(import.meta.dirname, '../docs/guide/rules.md')
const RECIPE =
  /^## \d+\. (.+)\n[\s\S]+?The (\w+) rule of `(\w+)`:\n\n```\n([\s\S]+?)\n```\n\n((?:\|.+\n)+)/gm

const text = (name: string) => ({ id: name, name, type: 'text' })
const relation = (name: string, tableId: string, hasMultiple = false) => ({
  id: name,
  name,
  type: 'relation',
  options: { isParent: true, tableId, hasMultiple, backColumnName: `${name}Back` },
})

/** The tables that the page describes. */
const TABLES = [
  { id: 'users', name: 'users', type: 'Auth', columns: [text('email'), text('role')] },
  { id: 'teams', name: 'teams', columns: [text('name')] },
  {
    id: 'members',
    name: 'members',
    columns: [relation('team', 'teams'), relation('user', 'users'), text('role')],
  },
  {
    id: 'posts',
    name: 'posts',
    columns: [
      ...[text('title'), text('status'), relation('author', 'users'), relation('team', 'teams')],
      relation('editors', 'users', true),
      { id: 'publishOn', name: 'publishOn', type: 'date' },
      { id: 'isLocked', name: 'isLocked', type: 'checkbox' },
    ],
  },
  {
    id: 'comments',
    name: 'comments',
    columns: [text('text'), relation('post', 'posts'), relation('author', 'users')],
  },
  { id: 'bans', name: 'bans', columns: [relation('user', 'users')] },
]

const EXPECTED = new Map([
  ['allowed', 'allow'],
  ['refused', 'deny'],
])

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function readValue(cell: string | undefined) {
  return cell === undefined || cell === 'guest' ? null : JSON.parse(cell.replaceAll('`', ''))
}

/** One line of a recipe's table as a rule test. */
function readTest(head: readonly string[], line: string, operation: string): unknown {
  const cells = cellsOf(line)
  const cell = (name: string) => (head.includes(name) ? cells[head.indexOf(name)] : undefined)
  return {
    id: 'line',
    name: line,
    operation,
    expected: EXPECTED.get(cell('Result') ?? ''),
    user: readValue(cell('Caller')),
    row: readValue(cell('Row')),
    ...(head.includes('Change') && { change: readValue(cell('Change')) }),
    ...(head.includes('Other rows') && { others: readValue(cell('Other rows')) }),
  }
}

function readRecipes(page: string) {
  return [...page.matchAll(RECIPE)].map(
    ([, name = '', operation = '', table = '', rule, lines]) => {
      const [head = '', , ...rows] = (lines ?? '').trim().split('\n')
      const tests = rows.map((line) => readTest(cellsOf(head), line, operation))
      return { name, operation, table, rule, tests }
    },
  )
}

const recipes = readRecipes(readFileSync(PAGE, 'utf8'))

test('the page has twenty recipes, and no heading of one is left out', () => {
  expect(recipes).toHaveLength(20)
  expect(readFileSync(PAGE, 'utf8').match(/^## \d+\./gm)).toHaveLength(20)
})

describe('the documented rules', () => {
  test.each(recipes)('$name', ({ operation, table, rule, tests }) => {
    const configuration = Configuration.parse({
      tables: TABLES.map((each) =>
        each.name === table ? { ...each, rules: { [operation]: rule }, tests } : each,
      ),
    })
    const results = runRuleTests(configuration, { now: Date.now(), constants: [] })
    const wrong = results.filter(({ passes }) => !passes)
    expect(wrong.map(({ test, problem }) => `${test.name} ${problem ?? ''}`)).toEqual([])
    const expected = new Set(results.map((each: { test: RuleTest }) => each.test.expected))
    expect(expected, 'what it allows and what it refuses').toEqual(new Set(['allow', 'deny']))
  })

  test('a wrong line is found', () => {
    const planted = readFileSync(PAGE, 'utf8').replace('| refused |', '| allowed |')
    const [first] = readRecipes(planted)
    const configuration = Configuration.parse({
      tables: TABLES.map((each) =>
        each.name === first?.table
          ? { ...each, rules: { [first.operation]: first.rule }, tests: first.tests }
          : each,
      ),
    })
    const results = runRuleTests(configuration, { now: Date.now(), constants: [] })
    expect(results.map(({ passes }) => passes)).toEqual([true, false])
  })
})
