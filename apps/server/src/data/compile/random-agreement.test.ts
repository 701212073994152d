import { check, evaluate, fold, parse } from '@plinth/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTables } from '../testing/create-tables.ts'
import { clearRows, loadRows } from '../testing/load-rows.ts'
import { randomExpression, randomScope } from '../testing/random-expression.ts'
import { RANDOM_WORLD, randomTables } from '../testing/random-world.ts'
import { ENGINES, openDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testLayout } from '../testing/test-layout.ts'
import { compileExpression } from './compile-expression.ts'
import { type DataModel, modelOf, tableNamed } from './data-model.ts'
import { newRow, newScope } from './scope.ts'
import { sql } from './sql.ts'

const cases = fc.record({
  tables: randomTables,
  asked: fc.array(fc.tuple(randomExpression, randomScope), { minLength: 60, maxLength: 60 }),
})

describe.each(ENGINES)('%s', (engine) => {
  let database: TestDatabase
  let model: DataModel
  beforeAll(async () => {
    database = await openDatabase(engine)
    const layout = testLayout(RANDOM_WORLD, database.schema)
    model = modelOf({ configuration: RANDOM_WORLD, layout, dialect: database.dialect })
    await createTables(database, model)
  })
  afterAll(() => database.close())

  test('the database and the evaluator find the same rows for random rules, rows and callers', async () => {
    const seen = { refused: 0, held: 0, failed: 0 }
    const table = tableNamed(model, 'post')
    const property = fc.asyncProperty(cases, async ({ tables, asked }) => {
      await clearRows(database, model)
      await loadRows(database, model, tables)
      const list = (name: string) => tables[name] ?? []
      const rows = {
        list,
        find: (name: string, id: string) => list(name).find((row) => row.id === id),
      }
      for (const [text, scope] of asked) {
        const parsed = parse(text)
        const ground = { catalogue: model.catalogue, mode: 'rule', table: 'post' } as const
        const expression = parsed.ok ? parsed.expression : undefined
        const result = expression && check(expression, ground)
        if (!result?.ok) {
          seen.refused += 1
          continue
        }
        const expected = list('post').filter((row) => {
          const verdict = evaluate({ checked: result.checked, row, rows, scope })
          if (!verdict.ok) throw new Error('Too many steps')
          seen[verdict.holds ? 'held' : 'failed'] += 1
          return verdict.holds
        })
        const compiling = newScope(model)
        const row = newRow(compiling, table)
        const condition = compileExpression(compiling, fold(result.checked, scope), row)
        const found = await database.query(
          sql`select ${row.alias}.id from ${table.from} as ${row.alias} where ${condition}`,
        )
        expect([text, found.map(({ id }) => id).sort()]).toEqual([
          text,
          expected.map(({ id }) => id).sort(),
        ])
      }
    })
    await fc.assert(property, { numRuns: Number(process.env.RUNS ?? 12), endOnFailure: true })
    // A property over refused or one-sided expressions would prove nothing.
    expect(Math.min(seen.held, seen.failed)).toBeGreaterThan(200)
  })
})
