import { Column, Configuration, type Table } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { assessPlan } from './assess-plan.ts'
import type { Measures, Plan } from './plan.ts'
import { planMigration } from './plan-migration.ts'
import { pretendApplied } from './testing/pretend-applied.ts'

const field = (name: string, type: Column['type'] = 'text', options: object = {}) =>
  Column.parse({ id: `c_${name}`, name, type, options })
const table = (name: string, columns: Column[] = [], more: Partial<Table> = {}): Table =>
  Configuration.parse({ tables: [{ id: `t_${name}`, name, columns, ...more }] }).tables[0] as Table
const configure = (...tables: Table[]) => Configuration.parse({ tables })

function plan(before: Table[], after: Table[], measures?: Measures): Plan {
  const live = pretendApplied(configure(...before))
  return planMigration({ live, wanted: configure(...after), measures })
}

const describeSteps = ({ steps }: Plan) => steps.map((step) => `${step.class}: ${step.words}`)

const SCENARIOS: [name: string, before: Table[], after: Table[], steps: string[]][] = [
  ['nothing changes', [table('a', [field('x')])], [table('a', [field('x')])], []],
  ['a new table', [], [table('a')], ['safe: Add table "a".']],
  [
    'a table goes',
    [table('a')],
    [],
    ['lossy: Move table "a" to the trash; it can be restored for 30 days.'],
  ],
  [
    'a table is renamed',
    [table('a')],
    [{ ...table('a'), name: 'b' }],
    ['safe: Rename table "a" to "b".'],
  ],
  [
    'a field comes and one goes',
    [table('a', [field('x')])],
    [table('a', [field('y', 'number')])],
    [
      'safe: Add field "y" to "a"; existing rows get its default.',
      'lossy: Move field "x" of "a" to the trash; it can be restored for 30 days.',
    ],
  ],
  [
    'options that the database does not know',
    [table('a', [field('x')])],
    [table('a', [field('x', 'text', { max: 10, isHidden: true })])],
    ['safe: Update rules and options of "a"; its rows do not change.'],
  ],
  [
    'live rows are switched on',
    [table('a', [field('x')])],
    [table('a', [field('x')], { live: true })],
    ['safe: Live rows of "a": on.'],
  ],
  [
    'live rows are switched off, and a rule changes',
    [table('a', [field('x')], { live: true })],
    [{ ...table('a', [field('x')]), rules: { ...table('a').rules, list: 'true' } }],
    [
      'safe: Update rules and options of "a"; its rows do not change.',
      'safe: Live rows of "a": off.',
    ],
  ],
  [
    'a new live table',
    [table('a', [field('x')])],
    [table('a', [field('x')], { live: true }), table('b', [], { live: true })],
    ['safe: Add table "b".', 'safe: Live rows of "a": on.', 'safe: Live rows of "b": on.'],
  ],
  [
    'text as email is stored alike',
    [table('a', [field('x')])],
    [table('a', [field('x', 'email')])],
    ['safe: Update rules and options of "a"; its rows do not change.'],
  ],
  [
    'text as a number',
    [table('a', [field('x')])],
    [table('a', [field('x', 'number')])],
    [
      'lossy: Change field "x" of "a" from text to integer. Rows whose value does not fit lose a value.',
    ],
  ],
  [
    'decimals on',
    [table('a', [field('x', 'number')])],
    [table('a', [field('x', 'number', { hasDecimal: true })])],
    ['slow: Change field "x" of "a" from integer to decimal.'],
  ],
  [
    'a name that is none',
    [],
    [table('a', [{ ...field('x'), name: '1x' }])],
    [
      'blocking: "1x" is not a valid name. Start with a letter, then use letters, digits or _, at most 63 characters.',
      'safe: Add table "a".',
    ],
  ],
  [
    'a rule that uses a removed field',
    [table('a', [field('x')], { rules: rulesWith('x = "1"') })],
    [table('a', [], { rules: rulesWith('x = "1"') })],
    [
      'blocking: The list rule of "a" is no longer valid: Column with name x not found in table a',
      'lossy: Move field "x" of "a" to the trash; it can be restored for 30 days.',
    ],
  ],
  [
    'a Computed table around a rename',
    [table('a'), table('v', [], { type: 'Computed', query: 'select id from a' })],
    [{ ...table('a'), name: 'b' }, table('v', [], { type: 'Computed', query: 'select id from b' })],
    [
      'safe: Rename table "a" to "b".',
      'safe: Take the Computed table "v" down while the tables change.',
      'safe: Create the Computed table "v" again.',
    ],
  ],
]

function rulesWith(list: string) {
  return { list, view: '', create: '', update: '', delete: '' }
}

test.each(SCENARIOS)('%s', (_name, before, after, expected) => {
  expect(describeSteps(plan(before, after))).toEqual(expected)
})

describe('with measured rows', () => {
  const required = [table('a', [field('x', 'text', { isRequired: true })])]
  const ask = (key: string, rows: number) => ({ [key]: { rows, samples: [] } })

  test('Required is blocked only by rows without a value', () => {
    const before = [table('a', [field('x')])]
    expect(assessPlan(plan(before, required, ask('empty:c_x:text', 0))).class).toBe('slow')
    expect(describeSteps(plan(before, required, ask('empty:c_x:text', 3)))).toEqual([
      'blocking: Field "x" of "a" cannot be required: 3 rows without a value, and it has no default.',
    ])
  })

  test('dropping a field without values is not lossy', () => {
    const before = [table('a', [field('x')])]
    expect(assessPlan(plan(before, [table('a')], ask('values:c_x', 0))).class).toBe('safe')
    expect(describeSteps(plan(before, [table('a')], ask('values:c_x', 1)))).toEqual([
      'lossy: Move field "x" of "a" to the trash, with a value in 1 row; it can be restored for 30 days.',
    ])
  })

  test('step ids do not depend on measurements, so that steps can be confirmed', () => {
    const [before, after] = [[table('a', [field('x')])], [table('a', [field('x', 'number')])]]
    const ids = (measures?: Measures) => plan(before, after, measures).steps.map((step) => step.id)
    expect(ids(ask('losing:c_x:integer', 2))).toEqual(ids())
  })
})

test('every step describes its undo and has an id that fits a confirmation', () => {
  const long = 'x'.repeat(64)
  const columns = [{ ...field('a'), id: long }]
  const result = plan([{ ...table('t', columns), id: `${long.slice(1)}y` }], [])
  for (const step of [...result.steps, ...plan([], [table('a', [field('x')])]).steps]) {
    expect(step.inverse).not.toBe('')
    expect(step.id.length).toBeLessThanOrEqual(128)
  }
})
