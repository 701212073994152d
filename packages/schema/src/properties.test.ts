import { COLUMN_TYPES, OPERATIONS, TABLE_TYPES } from '@plinth/contract'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  canonicalJson,
  configurationsEqual,
  diffConfigurations,
  mergeConfigurations,
  newHistory,
  newTable,
  Plan,
  pairRelations,
  planMigration,
  record,
  redo,
  sameJson,
  tablesEqual,
  undo,
} from './index.ts'
import { pretendApplied } from './plan/testing/pretend-applied.ts'
import { applyEdit, applyEdits, type Roll } from './testing/edits.ts'
import { configurationOf, countIds, tableIn, tableOf, textOf } from './testing/examples.ts'
import { listBrokenRelations, listIds, throughJson } from './testing/invariants.ts'

// Hundreds of random cases each, which take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const WEIGHTS: Record<Roll['kind'], number> = {
  addTable: 3,
  editTable: 2,
  dropTable: 1,
  addColumn: 2,
  setOptions: 2,
  relate: 10,
  editRelation: 4,
  retype: 2,
  dropColumn: 1,
  reorder: 1,
  writeJson: 3,
}
const kinds = Object.entries(WEIGHTS) as [Roll['kind'], number][]
const text = fc.string({ maxLength: 12 })
const name = fc.oneof(fc.constantFrom('', 'a', 'b', 'email', 'password', 'Orders'), text)
const pick = fc.nat({ max: 40 })
/** JSON has neither -0 nor a key called __proto__. */
const json = fc
  .jsonValue({ maxDepth: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)))
  .filter((value) => !JSON.stringify(value).includes('__proto__'))

const anyEdit: fc.Arbitrary<Roll> = fc.record({
  kind: fc.constantFrom(...kinds.flatMap(([kind, weight]) => Array(weight).fill(kind))),
  pick,
  target: fc.option(pick),
  name,
  back: name,
  many: fc.boolean(),
  backMany: fc.boolean(),
  facts: fc.nat({ max: 31 }),
  order: fc.integer(),
  columnType: fc.constantFrom(...COLUMN_TYPES),
  tableType: fc.constantFrom(...TABLE_TYPES, 'Base' as const, 'Base' as const, 'Auth' as const),
  operation: fc.constantFrom(...OPERATIONS),
  texts: fc.array(text, { maxLength: 3 }),
  json,
  breakage: fc.constantFrom('drop', 'rename', 'point', 'parent', 'lone'),
})
const someEdits = fc.array(anyEdit, { maxLength: 25, size: 'max' })
const manyEdits = fc.array(anyEdit, { minLength: 5, maxLength: 40, size: 'max' })
const start = configurationOf(
  tableOf('orders', { columns: [textOf('note')] }),
  tableOf('people'),
  newTable({ id: 'members', order: 2, type: 'Auth', newId: countIds('member') }),
)

test('the generated edits create, preserve and break relations', () => {
  const tally = { accepted: 0, refused: 0, relations: 0 }
  fc.assert(
    fc.property(manyEdits, (edits) => {
      const newId = countIds()
      let configuration = start
      for (const edit of edits) {
        const result = applyEdit({ configuration, newId }, edit)
        tally[result.ok ? 'accepted' : 'refused']++
        if (result.ok) configuration = result.configuration
      }
      for (const table of configuration.tables) {
        tally.relations += table.columns.filter((column) => column.type === 'relation').length
      }
    }),
    { numRuns: 40, seed: 1 },
  )
  expect(tally.accepted).toBeGreaterThan(400)
  expect(tally.refused).toBeGreaterThan(20)
  expect(tally.relations).toBeGreaterThan(160)
})

test('after any edits, relations are paired, ids unique and JSON round-trips', () => {
  fc.assert(
    fc.property(manyEdits, (edits) => {
      const newId = countIds()
      let configuration = start
      for (const edit of edits) {
        const result = applyEdit({ configuration, newId }, edit)
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
    { numRuns: 200 },
  )
})

test('an edit never mutates its input', () => {
  fc.assert(
    fc.property(someEdits, anyEdit, (edits, edit) => {
      const newId = countIds()
      const configuration = applyEdits({ configuration: start, newId }, edits)
      const text = JSON.stringify(configuration)
      applyEdit({ configuration, newId }, edit)
      expect(JSON.stringify(configuration)).toBe(text)
    }),
  )
})

test('a diff is empty exactly for equal configurations', () => {
  fc.assert(
    fc.property(someEdits, someEdits, (edits, more) => {
      const newId = countIds()
      const before = applyEdits({ configuration: start, newId }, edits)
      const after = applyEdits({ configuration: before, newId }, more)
      const equal = configurationsEqual(before, after)
      expect(diffConfigurations({ before, after }).length === 0).toBe(equal)
      expect(canonicalJson(before) === canonicalJson(after)).toBe(equal)
      expect(diffConfigurations({ before, after: throughJson(before) })).toEqual([])
    }),
  )
})

test('list positions do not matter', () => {
  fc.assert(
    fc.property(someEdits, (edits) => {
      const configuration = applyEdits({ configuration: start, newId: countIds() }, edits)
      const tables = configuration.tables
        .map((table) => ({ ...table, columns: [...table.columns].reverse() }))
        .reverse()
      const turned = { ...configuration, tables }
      expect(configurationsEqual(configuration, turned)).toBe(true)
      expect(canonicalJson(turned)).toBe(canonicalJson(configuration))
    }),
  )
})

test('a merge is symmetric, keeps every edit and leaves relations paired', () => {
  let merges = 0
  fc.assert(
    fc.property(
      someEdits,
      fc.array(anyEdit, { maxLength: 3 }),
      fc.array(anyEdit, { maxLength: 3 }),
      (edits, myEdits, theirEdits) => {
        const base = applyEdits({ configuration: start, newId: countIds() }, edits)
        const mine = applyEdits({ configuration: base, newId: countIds('mine') }, myEdits)
        const theirs = applyEdits({ configuration: base, newId: countIds('theirs') }, theirEdits)
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
})

test('undo and redo are inverse', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 30 }), fc.nat({ max: 10 }), (states, back) => {
      let history = states.reduce(record, newHistory(-1))
      for (let step = 0; step < back; step++) history = undo(history)
      if (history.past.length > 0) expect(redo(undo(history))).toEqual(history)
      if (history.future.length > 0) expect(undo(redo(history))).toEqual(history)
    }),
  )
})

test('only tables affected by an edit lose their identity', () => {
  fc.assert(
    fc.property(someEdits, anyEdit, (edits, edit) => {
      const newId = countIds()
      const before = applyEdits({ configuration: start, newId }, edits)
      const result = applyEdit({ configuration: before, newId }, edit)
      if (!result.ok) return
      const changed = new Set(
        diffConfigurations({ before, after: result.configuration }).map((change) => change.tableId),
      )
      for (const table of before.tables) {
        if (!changed.has(table.id)) expect(tableIn(result.configuration, table.id)).toBe(table)
      }
    }),
  )
})

test('every plan between generated configurations passes the schema of stored plans', () => {
  const kinds = new Set<string>()
  fc.assert(
    fc.property(
      someEdits,
      someEdits,
      fc.constantFrom('sqlite3' as const, 'postgres' as const),
      (edits, more, database) => {
        const newId = countIds()
        const begin = { ...start, database }
        const before = applyEdits({ configuration: begin, newId }, edits)
        const wanted = applyEdits({ configuration: before, newId }, more)
        const live = pretendApplied(before)
        for (const plan of [
          planMigration({ live, wanted }),
          planMigration({ live: pretendApplied(wanted), wanted: before }),
          planMigration({ live: { ...live, tables: [] }, wanted }),
        ]) {
          for (const { operation } of plan.steps) kinds.add(operation.kind)
          const stored = JSON.parse(JSON.stringify(plan))
          expect(sameJson(Plan.parse(stored), stored)).toBe(true)
        }
      },
    ),
    { numRuns: 30 },
  )
  expect(kinds.size).toBeGreaterThanOrEqual(12)
}, 60_000)
