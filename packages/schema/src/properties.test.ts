import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canonicalJson,
  configurationsEqual,
  diffConfigurations,
  mergeConfigurations,
  newHistory,
  pairRelations,
  record,
  redo,
  tablesEqual,
  undo,
} from './index.ts'
import { anyEdit, applyEdits } from './testing/edits.ts'
import { configurationOf, countIds, tableIn } from './testing/examples.ts'
import { listBrokenRelations, listIds, throughJson } from './testing/invariants.ts'

const someEdits = fc.array(anyEdit, { maxLength: 25 })
const manyEdits = fc.array(anyEdit, { minLength: 5, maxLength: 40 })
const empty = configurationOf()

test('after any sequence of edits every relation is paired, ids are unique and JSON out and in is the identity', () => {
  fc.assert(
    fc.property(manyEdits, (edits) => {
      const newId = countIds()
      let configuration = empty
      for (const edit of edits) {
        const result = edit(configuration, newId)
        if (!result.ok) {
          expect(result.issues.length).toBeGreaterThan(0)
          continue
        }
        configuration = result.configuration
        expect(listBrokenRelations(configuration)).toEqual([])
        const ids = listIds(configuration)
        expect(new Set(ids).size).toBe(ids.length)
      }
      expect(throughJson(configuration)).toStrictEqual(configuration)
      expect(pairRelations({ configuration, newId })).toBe(configuration)
    }),
    { numRuns: 300 },
  )
}, 20_000)

test('an edit never changes the configuration it was given', () => {
  fc.assert(
    fc.property(someEdits, anyEdit, (edits, edit) => {
      const newId = countIds()
      const configuration = applyEdits(empty, { edits, newId })
      const text = JSON.stringify(configuration)
      edit(configuration, newId)
      expect(JSON.stringify(configuration)).toBe(text)
    }),
  )
})

test('a diff is empty for equal configurations and only for those', () => {
  fc.assert(
    fc.property(someEdits, someEdits, (edits, more) => {
      const newId = countIds()
      const before = applyEdits(empty, { edits, newId })
      const after = applyEdits(before, { edits: more, newId })
      const equal = configurationsEqual(before, after)
      expect(diffConfigurations({ before, after }).length === 0).toBe(equal)
      expect(canonicalJson(before) === canonicalJson(after)).toBe(equal)
      expect(diffConfigurations({ before, after: throughJson(before) })).toEqual([])
    }),
  )
})

test('the position in a list carries no meaning', () => {
  fc.assert(
    fc.property(someEdits, (edits) => {
      const configuration = applyEdits(empty, { edits, newId: countIds() })
      const tables = configuration.tables
        .map((table) => ({ ...table, columns: [...table.columns].reverse() }))
        .reverse()
      const turned = { ...configuration, tables }
      expect(configurationsEqual(configuration, turned)).toBe(true)
      expect(canonicalJson(turned)).toBe(canonicalJson(configuration))
    }),
  )
})

test('a merge is the same from both sides, keeps every edit and leaves relations paired', () => {
  let merges = 0
  fc.assert(
    fc.property(
      someEdits,
      fc.array(anyEdit, { maxLength: 3 }),
      fc.array(anyEdit, { maxLength: 3 }),
      (edits, myEdits, theirEdits) => {
        const base = applyEdits(empty, { edits, newId: countIds() })
        const mine = applyEdits(base, { edits: myEdits, newId: countIds('mine') })
        const theirs = applyEdits(base, { edits: theirEdits, newId: countIds('theirs') })
        const merged = mergeConfigurations({ base, mine, theirs })
        const turned = mergeConfigurations({ base, mine: theirs, theirs: mine })
        expect(turned.ok).toBe(merged.ok)
        if (!merged.ok || !turned.ok) {
          expect(merged.ok ? [] : merged.issues).not.toEqual([])
          return
        }
        merges++
        expect(configurationsEqual(merged.configuration, turned.configuration)).toBe(true)
        expect(listBrokenRelations(merged.configuration)).toEqual([])
        for (const side of [mine, theirs]) {
          for (const { tableId } of diffConfigurations({ before: base, after: side })) {
            const kept = merged.configuration.tables.find((table) => table.id === tableId)
            const wanted = side.tables.find((table) => table.id === tableId)
            expect(tablesEqual(kept, wanted)).toBe(true)
          }
        }
      },
    ),
    { numRuns: 300 },
  )
  expect(merges).toBeGreaterThan(50)
}, 20_000)

test('undo and redo undo each other', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 30 }), fc.nat({ max: 10 }), (states, back) => {
      let history = states.reduce(record, newHistory(-1))
      for (let step = 0; step < back; step++) history = undo(history)
      if (history.past.length > 0) expect(redo(undo(history))).toEqual(history)
      if (history.future.length > 0) expect(undo(redo(history))).toEqual(history)
    }),
  )
})

test('only tables that an edit concerns lose their identity', () => {
  fc.assert(
    fc.property(someEdits, anyEdit, (edits, edit) => {
      const newId = countIds()
      const before = applyEdits(empty, { edits, newId })
      const result = edit(before, newId)
      if (!result.ok) return
      const changed = new Set(
        diffConfigurations({ before, after: result.configuration }).map((change) => change.tableId),
      )
      const parsed = result.configuration.tables.every((table) => !before.tables.includes(table))
      if (parsed) return
      for (const table of before.tables) {
        if (!changed.has(table.id)) expect(tableIn(result.configuration, table.id)).toBe(table)
      }
    }),
  )
})
