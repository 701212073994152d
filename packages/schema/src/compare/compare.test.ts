import { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import {
  canonicalJson,
  canonicalText,
  configurationsEqual,
  syncStatus,
  tableIsDraft,
} from '../index.ts'
import { configurationOf, tableOf, textOf } from '../testing/examples.ts'

const table = tableOf('a', { columns: [textOf('x'), textOf('y')] })
const ruleTest = {
  id: 't',
  name: 'guests',
  operation: 'view',
  expected: 'deny',
  user: null,
  row: {},
}
const synced = configurationOf(table, tableOf('b'))

describe('canonical JSON', () => {
  test.each([
    [
      'keys at every depth',
      { b: [{ d: 1, c: { f: 1, e: null } }], a: 'x' },
      '{"a":"x","b":[{"c":{"e":null,"f":1},"d":1}]}',
    ],
    ['whole numbers first, as in every object', { b: 1, 10: 2, 9: 3 }, '{"9":3,"10":2,"b":1}'],
    ['what JSON leaves out', { b: undefined, a: [undefined] }, '{"a":[null]}'],
    ['dates as texts', { b: new Date(0), a: 1 }, '{"a":1,"b":"1970-01-01T00:00:00.000Z"}'],
    [
      'a key that names the prototype',
      JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}'),
      '{"__proto__":{"c":2,"d":1},"b":1}',
    ],
  ])('sorts %s', (_, value, text) => {
    expect(canonicalText(value)).toBe(text)
  })

  test('fills in defaults', () => {
    expect(canonicalJson({})).toBe('{"database":"sqlite3","tables":[],"version":"v1"}')
    const short = {
      tables: [{ id: 'a', name: 'a', columns: [{ id: 'x', name: 'x', type: 'text' as const }] }],
    }
    expect(canonicalJson(short)).toBe(canonicalJson(Configuration.parse(short)))
  })
  test('does not depend on the order of keys, tables or fields', () => {
    const { columns, ...rest } = table
    const turned = configurationOf(tableOf('b'), { columns: [...columns].reverse(), ...rest })
    expect(canonicalJson(turned)).toBe(canonicalJson(synced))
    expect(configurationsEqual(turned, synced)).toBe(true)
  })
  test('omits empty rule tests', () => {
    expect(canonicalJson(configurationOf({ ...table, tests: [] }))).not.toContain('tests')
  })
  test('depends on the order of user-ordered lists', () => {
    const ordered = (columns: string[]) =>
      canonicalJson(configurationOf({ ...table, indexes: [{ columns, unique: false }] }))
    expect(ordered(['x', 'y'])).not.toBe(ordered(['y', 'x']))
  })
})

describe('the draft badge', () => {
  const cases = [
    ['an equal table', { ...table, columns: [...table.columns] }, false],
    ['a new table', tableOf('c'), true],
    ['a renamed table', { ...table, name: 'z' }, true],
    ['another rule', { ...table, rules: { ...table.rules, list: '' } }, true],
    ['another option', { ...table, columns: [textOf('x'), textOf('y', { order: 1 })] }, true],
    ['a field less', { ...table, columns: [textOf('x')] }, true],
    ['an empty list of indexes', { ...table, indexes: [] }, false],
    ['an empty list of rule tests', { ...table, tests: [] }, false],
    ['a rule test', { ...table, tests: [ruleTest] }, true],
    ['live off', { ...table, live: false }, false],
    ['live on', { ...table, live: true }, true],
    ['an index', { ...table, indexes: [{ columns: ['x'], unique: true }] }, true],
  ] as const
  test.each(cases)('%s', (_name, draft, wanted) => {
    expect(tableIsDraft(draft as typeof table, synced)).toBe(wanted)
  })
})

describe('sync status', () => {
  const old_configuration = synced
  const digest = { version: 'v1', database: 'sqlite3', digest: 'abc' }
  const cases = [
    ['none', [], 'out-of-sync'],
    ['one', [{ old_configuration }], 'out-of-sync'],
    ['two equal', [{ old_configuration }, { old_configuration }], 'in-sync'],
    [
      'two equal, one with defaults left out',
      [{ old_configuration: {} }, { old_configuration: configurationOf() }],
      'in-sync',
    ],
    [
      'two unequal',
      [{ old_configuration }, { old_configuration: configurationOf() }],
      'out-of-sync',
    ],
    [
      'three equal',
      [{ old_configuration }, { old_configuration }, { old_configuration }],
      'out-of-sync',
    ],
    [
      'two equal digests',
      [{ old_configuration: digest }, { old_configuration: { ...digest } }],
      'in-sync',
    ],
    [
      'two unequal digests',
      [{ old_configuration: digest }, { old_configuration: { ...digest, digest: 'abd' } }],
      'out-of-sync',
    ],
  ] as const
  test.each(cases)('%s', (_name, configurations, wanted) => {
    expect(syncStatus(configurations)).toBe(wanted)
  })
})
