import type { Configuration } from '@plinth/contract'
import { describe, expect, test } from 'vitest'
import { configurationsEqual, mergeConfigurations, removeTable, saveColumn } from '../index.ts'
import {
  accepted,
  configurationOf,
  countIds,
  rejected,
  relationOf,
  tableOf,
  textOf,
} from '../testing/examples.ts'
import { listBrokenRelations } from '../testing/invariants.ts'

const a = tableOf('a')
const b = tableOf('b')
const base = configurationOf(a, b)
const a2 = { ...a, name: 'a2' }
const b2 = { ...b, columns: [textOf('x')] }
const c = tableOf('c')

const merges: [string, Configuration, Configuration, Configuration][] = [
  ['nothing', base, base, base],
  ['my edit', configurationOf(a2, b), base, configurationOf(a2, b)],
  ['their edit', base, configurationOf(a2, b), configurationOf(a2, b)],
  [
    'edits of different tables',
    configurationOf(a2, b),
    configurationOf(a, b2),
    configurationOf(a2, b2),
  ],
  ['the same edit twice', configurationOf(a2, b), configurationOf(a2, b), configurationOf(a2, b)],
  [
    'an added and a removed table',
    configurationOf(a, b, c),
    configurationOf(a),
    configurationOf(a, c),
  ],
  ['a table removed twice', configurationOf(a), configurationOf(a), configurationOf(a)],
  [
    'database and version',
    { ...base, database: 'postgres' },
    { ...base, version: 'v2' },
    { ...base, database: 'postgres', version: 'v2' },
  ],
]

test.each(merges)('merges %s', (_name, mine, theirs, wanted) => {
  expect(configurationsEqual(accepted(mergeConfigurations({ base, mine, theirs })), wanted)).toBe(
    true,
  )
})

const conflicts: [string, Configuration, Configuration, string][] = [
  [
    'one table changed differently',
    configurationOf(a2, b),
    configurationOf({ ...a, name: 'a3' }, b),
    'Table "a2" was changed differently by you and by another user.',
  ],
  [
    'a table I removed and they changed',
    configurationOf(b),
    configurationOf(a2, b),
    'Table "a2" was removed by you and changed by another user.',
  ],
  [
    'a table I changed and they removed',
    configurationOf(a2, b),
    configurationOf(b),
    'Table "a2" was changed by you and removed by another user.',
  ],
  [
    'one id added twice',
    configurationOf(a, b, c),
    configurationOf(a, b, { ...c, name: 'other' }),
    'Table "c" was added differently by you and by another user.',
  ],
  [
    "one field's id given in two tables",
    configurationOf({ ...a, columns: [textOf('x')] }, b),
    configurationOf(a, b2),
    'The id "x" is used twice.',
  ],
  [
    'version',
    { ...base, version: 'v2' },
    { ...base, version: 'v3' },
    'The version was changed differently by you and by another user.',
  ],
]

test.each(conflicts)('rejects %s', (_name, mine, theirs, message) => {
  expect(rejected(mergeConfigurations({ base, mine, theirs }))).toEqual([message])
})

test('reports a database conflict if both sides changed the database', () => {
  const sides = { base: { ...base, database: 'other' as 'sqlite3' }, mine: base }
  const result = mergeConfigurations({ ...sides, theirs: { ...base, database: 'postgres' } })
  expect(result.ok ? [] : result.issues).toMatchObject([{ path: 'database' }])
})

describe('relations', () => {
  const relate = (configuration: Configuration) => {
    const column = relationOf('r', { tableId: 'b' })
    return accepted(saveColumn({ configuration, tableId: 'a', column, newId: countIds() }))
  }
  test('stay paired when the other side edits a third table', () => {
    const three = configurationOf(a, b, c)
    const theirs = configurationOf(a, b, { ...c, name: 'c2' })
    const merged = accepted(mergeConfigurations({ base: three, mine: relate(three), theirs }))
    expect(listBrokenRelations(merged)).toEqual([])
    expect(merged.tables.map(({ name }) => name)).toEqual(['a', 'b', 'c2'])
  })
  test('to a table removed by the other side are a conflict that names it', () => {
    const theirs = accepted(removeTable({ configuration: base, tableId: 'b' }))
    expect(rejected(mergeConfigurations({ base, mine: relate(base), theirs }))).toEqual([
      'Table "b" was changed by you and removed by another user.',
    ])
  })
})
