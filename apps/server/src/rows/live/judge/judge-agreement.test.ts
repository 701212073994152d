import { check, type Data, fold, parse } from '@plinth/expression'
import { eventColumns } from '@plinth/schema'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeEventRow } from '../../../databases/engine/event-row.ts'
import { tableNamed } from '../../../databases/sql/data-model.ts'
import { raw, sql } from '../../../foundation/platform/sql.ts'
import { readStoredObject } from '../../../foundation/platform/stored-json.ts'
import { compileExpression } from '../../statements/expression/compile-expression.ts'
import { newRow, newScope } from '../../statements/expression/scope.ts'
import { clearRows, loadRows } from '../../testing/load-rows.ts'
import { randomExpression, randomScope } from '../../testing/random-expression.ts'
import { RANDOM_WORLD, randomTables } from '../../testing/random-world.ts'
import { ENGINES } from '../../testing/test-database.ts'
import { openWorld, type World } from '../../testing/world-database.ts'
import { canJudge, holdsFor, requiredValues } from './judge-row.ts'

/** Random expressions seldom name a value for each alternative. */
const ALTERNATIVES = [
  'author = @request.auth.id || active = true',
  'active = true || (status = "a" && price > 1)',
  'true = active || "a" = title || title = "b"',
  '(title = "a" || status = "b") && active = true',
  'active = "true" || title = "a"',
  'active = "yes" || title = "a"',
  '!(active = true) || title = "a"',
  'title ?= "a" || active ?= true',
  'active = @request.query.f || title = "a"',
]
const anyExpression = fc.oneof(
  { weight: 9, arbitrary: randomExpression },
  { weight: 1, arbitrary: fc.constantFrom(...ALTERNATIVES) },
)

const cases = fc.record({
  tables: randomTables,
  asked: fc.array(fc.tuple(anyExpression, randomScope), { minLength: 100, maxLength: 100 }),
})

describe.each(ENGINES)('%s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await openWorld(engine, RANDOM_WORLD)
  })
  afterAll(() => world.database.close())

  test('the judge decides logged rows as the database decides stored ones', async () => {
    const { model, database } = world
    const table = tableNamed(model, 'post')
    const columns = { table, logged: eventColumns(table.definition), showsIds: () => true }
    const logged = raw(writeEventRow(model.dialect, { table, alias: 'new' }))
    const seen = { held: 0, failed: 0, inDatabase: 0, indexed: 0, alternatives: 0 }
    const property = fc.asyncProperty(cases, async ({ tables, asked }) => {
      await clearRows(database, model)
      await loadRows(database, model, tables)
      const stored = await database.query(sql`select ${logged} as row from ${table.from} as new`)
      const rows = stored.map(({ row }) => readStoredObject(String(row), 'row'))
      for (const [text, scope] of asked) {
        const parsed = parse(text)
        const expression = parsed.ok ? parsed.expression : undefined
        const ground = { catalogue: model.catalogue, mode: 'rule', table: 'post' } as const
        const checked = expression && check(expression, ground)
        if (!checked?.ok) continue
        const folded = fold(checked.checked, scope)
        if (!canJudge(folded, columns)) {
          seen.inDatabase += 1
          continue
        }
        const holding = rows.filter((row) => holdsFor(folded, row, scope.now))
        const compiling = newScope(model)
        const row = newRow(compiling, table)
        const condition = compileExpression(compiling, folded, row)
        const found = await database.query(
          sql`select ${row.alias}.id from ${table.from} as ${row.alias} where ${condition}`,
        )
        const ids = (all: readonly Data[]) => all.map(({ id }) => String(id)).sort()
        expect([text, ids(holding)]).toEqual([text, ids(found)])
        const required = requiredValues(folded)
        if (required) {
          seen.indexed += 1
          if (required.length > 1) seen.alternatives += 1
          const meets = (row: Data) => required.some(({ column, value }) => row[column] === value)
          expect([text, holding.filter((row) => !meets(row))]).toEqual([text, []])
        }
        seen.held += holding.length
        seen.failed += rows.length - holding.length
      }
    })
    await fc.assert(property, { numRuns: 15, endOnFailure: true })
    // Guards against a vacuous property.
    expect(Math.min(seen.held, seen.failed)).toBeGreaterThan(100)
    expect(seen.inDatabase).toBeGreaterThan(50)
    expect(Math.min(seen.indexed, seen.alternatives)).toBeGreaterThan(10)
  })
})
