import { catalogueOf, type Data, decide, evaluate, fold, readRule } from '@plinth/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_CASES } from '../../../../../../packages/expression/src/testing/all-cases.ts'
import type { Case } from '../../../../../../packages/expression/src/testing/read-case.ts'
import { rowsOf, scopeOf, TABLES } from '../../../../../../packages/expression/src/testing/world.ts'
import { CATALOGUE } from '../../../../../../packages/expression/src/testing/world-catalogue.ts'
import { type DataModel, modelOf, tableNamed } from '../../../databases/sql/data-model.ts'
import { type Sql, sql } from '../../../foundation/platform/sql.ts'
import { createTables } from '../../testing/create-tables.ts'
import { cellsOf, linksOf, loadRows } from '../../testing/load-rows.ts'
import { ruleWithIds, withIds } from '../../testing/stable-ids.ts'
import { ENGINES, openDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { testLayout } from '../../testing/test-layout.ts'
import { WORLD } from '../../testing/world-configuration.ts'
import { compileExpression } from './compile-expression.ts'
import { derivedRow } from './derived-row.ts'
import { newRow, newScope } from './scope.ts'

const NAMES = new Set([
  ...Object.values(TABLES).flatMap((rows) => rows.map((row) => String(row.id))),
  'nobody',
  'ghost',
])
/** A row that is being created; no rule of the cases names it. */
const ROWS = new Set([...NAMES, 'new'])
const tables = withIds(TABLES, NAMES)
const rows = rowsOf(tables)
const WORDS = { allowed: 'yes', denied: 'no', locked: 'locked', broken: 'broken' } as const
const open = ALL_CASES.filter((each) => each.verdict === 'yes' || each.verdict === 'no')

test('the test configuration and the test catalogue describe the same tables', () => {
  expect(catalogueOf(WORLD).tables).toEqual(CATALOGUE.tables)
})

interface FoldedCase {
  readonly each: Case
  readonly checked: Parameters<typeof evaluate>[0]['checked']
  readonly scope: ReturnType<typeof scopeOf>
}

function foldCase(each: Case): FoldedCase {
  const rule = readRule(ruleWithIds(each.rule, NAMES), {
    catalogue: CATALOGUE,
    mode: 'rule',
    ...(each.table !== undefined && { table: each.table }),
  })
  if (!rule.ok || rule.rule.type !== 'open') throw new Error('the case is not a valid rule')
  const plain = scopeOf(withIds(each.request, NAMES))
  const constants = new Map(withIds([...(plain.constants ?? [])], NAMES))
  return { each, checked: rule.rule.checked, scope: { ...plain, constants } }
}

/** The statement that evaluates the rule for a stored row, or for one given with the statement. */
function evaluationOf(
  model: DataModel,
  { checked, scope }: FoldedCase,
  row?: { table: string; data: Data; isStored: boolean },
): Sql {
  const folded = fold(checked, scope)
  const compiling = newScope(model)
  if (!row) return sql`select 1 as one where ${compileExpression(compiling, folded)}`
  const table = tableNamed(model, row.table)
  if (!row.isStored) {
    const derived = derivedRow(compiling, {
      table,
      cells: cellsOf(model, table, row.data),
      links: linksOf(table, row.data),
    })
    return sql`select 1 as one from ${derived.from} where ${compileExpression(compiling, folded, derived.row)}`
  }
  const stored = newRow(compiling, table)
  const id = sql`${stored.alias}.${table.key} = ${model.dialect.bind('id', row.data.id)}`
  return sql`select 1 as one from ${table.from} as ${stored.alias} where ${id} and ${compileExpression(compiling, folded, stored)}`
}

describe.each(ENGINES)('%s', (engine) => {
  let database: TestDatabase
  let model: DataModel
  beforeAll(async () => {
    database = await openDatabase(engine)
    const layout = testLayout(WORLD, database.schema)
    model = modelOf({ configuration: WORLD, layout, dialect: database.dialect })
    await createTables(database, model)
    await loadRows(database, model, tables)
  })
  afterAll(() => database.close())

  test.each(open)('$meaning: $why — $line', async (each) => {
    const foldedCase = foldCase(each)
    const sides = [each.stored, each.resulting].filter((side) => side !== undefined)
    const found: boolean[] = []
    for (const side of sides) {
      const data = withIds(side, ROWS)
      const table = each.table ?? ''
      const given =
        (await database.query(evaluationOf(model, foldedCase, { table, data, isStored: false })))
          .length > 0
      const memory = evaluate({
        checked: foldedCase.checked,
        row: data,
        rows,
        scope: foldedCase.scope,
      })
      expect(memory).toEqual({ ok: true, holds: given })
      const isStored =
        TABLES[table]?.includes(side) ||
        JSON.stringify(rows.find(table, String(data.id))) === JSON.stringify(data)
      if (isStored) {
        const stored = await database.query(
          evaluationOf(model, foldedCase, { table, data, isStored: true }),
        )
        expect(stored.length > 0).toBe(given)
      }
      found.push(given)
    }
    if (sides.length === 0)
      found.push((await database.query(evaluationOf(model, foldedCase))).length > 0)
    expect(found.every(Boolean) ? 'yes' : 'no').toBe(each.verdict)
  })
})

test('the evaluator returns the same result for each case', () => {
  for (const each of open) {
    const { checked, scope } = foldCase(each)
    const data = (side: Data | undefined) => side && withIds(side, ROWS)
    const [stored, resulting] = [data(each.stored), data(each.resulting)]
    const rule = { ok: true, rule: { type: 'open', checked, tables: [] } } as const
    const verdict = decide({
      rule,
      action: each.action,
      rows,
      scope,
      ...(stored && { stored }),
      ...(resulting && { resulting }),
    })
    expect([each.line, WORDS[verdict]]).toEqual([each.line, each.verdict])
  }
})
