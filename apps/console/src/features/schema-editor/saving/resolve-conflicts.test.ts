import { Configuration } from '@plinth/contract'
import { checkNames, findTable, saveColumn } from '@plinth/schema'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../state/new-id.ts'
import { conflictKey, listConflicts, resolveConflicts } from './resolve-conflicts.ts'

const of = (...tables: [string, string][]) =>
  Configuration.parse({ tables: tables.map(([id, name]) => ({ id, name })) })
const namesOf = (configuration: Configuration) =>
  Object.fromEntries(configuration.tables.map(({ id, name }) => [id, name]))
const merge = (sides: Parameters<typeof listConflicts>[0], choices = {}) => {
  const result = resolveConflicts(sides, { choices, newId })
  return result.ok ? namesOf(result.configuration) : result.issues.map(({ message }) => message)
}

const base = of(['a', 'a'], ['b', 'b'])

describe('concurrent saves of a project', () => {
  it('keep both changes to different tables', () => {
    const sides = { base, mine: of(['a', 'mine'], ['b', 'b']), theirs: of(['a', 'a'], ['c', 'c']) }
    expect(listConflicts(sides)).toEqual([])
    expect(merge(sides)).toEqual({ a: 'mine', c: 'c' })
  })

  it.each([
    ['mine', 'mine'],
    ['theirs', 'theirs'],
  ] as const)('use the chosen side (%s) for a table changed by both', (side, name) => {
    const sides = {
      base,
      mine: of(['a', 'mine'], ['b', 'b']),
      theirs: of(['a', 'theirs'], ['b', 'b']),
    }
    expect(listConflicts(sides).map(conflictKey)).toEqual(['a'])
    expect(merge(sides)).toEqual([expect.stringContaining('differently')])
    expect(merge(sides, { a: side })).toEqual({ a: name, b: 'b' })
  })

  it('can resolve a change against a deletion', () => {
    const sides = { base, mine: of(['b', 'b']), theirs: of(['a', 'theirs'], ['b', 'b']) }
    expect(merge(sides, { a: 'mine' })).toEqual({ b: 'b' })
    expect(merge(sides, { a: 'theirs' })).toEqual({ a: 'theirs', b: 'b' })
  })

  it('can resolve a conflict over a setting outside of tables', () => {
    const mine = { ...base, database: 'postgres' as const }
    const theirs = { ...base, version: 'v2' }
    expect(listConflicts({ base: { ...base, version: 'v0' }, mine, theirs })).toHaveLength(1)
    const result = resolveConflicts(
      { base: { ...base, version: 'v0' }, mine, theirs },
      { choices: { version: 'theirs' }, newId },
    )
    expect(result).toMatchObject({
      ok: true,
      configuration: { version: 'v2', database: 'postgres' },
    })
  })

  it('never leave a relation without its reverse field', () => {
    const column = {
      id: 'rel',
      name: 'to_b',
      order: 0,
      type: 'relation' as const,
      options: {
        isParent: true,
        tableId: 'b',
        columnId: '',
        hasMultiple: false,
        backColumnName: 'to_a',
        hasMultipleBack: true,
        isHidden: false,
        isRequired: false,
      },
    }
    const edit = saveColumn({ configuration: base, tableId: 'a', column, newId })
    if (!edit.ok) throw new Error('The relation was refused')
    const sides = { base, mine: edit.configuration, theirs: of(['a', 'a'], ['b', 'renamed']) }
    const result = resolveConflicts(sides, { choices: { b: 'theirs' }, newId })
    if (!result.ok) throw new Error('The merge was refused')
    expect(checkNames(result.configuration)).toEqual([])
    expect(findTable(result.configuration, 'b')).toMatchObject({
      name: 'renamed',
      columns: [{ name: 'to_a' }],
    })
  })
})
