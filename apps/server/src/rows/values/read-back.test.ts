import { readDate } from '@plinth/expression'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DataModel, modelOf, tableNamed } from '../../databases/sql/data-model.ts'
import { sql } from '../../foundation/platform/sql.ts'
import { newRow, newScope } from '../statements/expression/scope.ts'
import { rowObject, WHOLE_ROW } from '../statements/select/row-object.ts'
import { createTables } from '../testing/create-tables.ts'
import { loadRows } from '../testing/load-rows.ts'
import { ANY_VALUE, ODD_VALUES } from '../testing/odd-values.ts'
import { SHOP } from '../testing/shop-configuration.ts'
import { idFor } from '../testing/stable-ids.ts'
import { ENGINES, openDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testLayout } from '../testing/test-layout.ts'
import { validatorOf } from './validate-row.ts'

const COUNT = 2000

/** The same values for both databases. */
function sample(): readonly (readonly [string, unknown])[] {
  const columns = Object.entries(ODD_VALUES)
  return columns.flatMap(([column, own]) => {
    const each = Math.ceil(COUNT / columns.length)
    const values = fc.sample(fc.oneof({ weight: 4, arbitrary: own }, ANY_VALUE), {
      numRuns: each,
      seed: 37,
    })
    return values.map((value) => [column, value] as const)
  })
}

describe.each(ENGINES)('%s', (engine) => {
  let database: TestDatabase
  let model: DataModel
  beforeAll(async () => {
    database = await openDatabase(engine)
    const layout = testLayout(SHOP, database.schema)
    model = modelOf({ configuration: SHOP, layout, dialect: database.dialect })
    await createTables(database, model)
  })
  afterAll(() => database.close())

  test(`R37: ${COUNT} odd values are rejected on write or read back unchanged`, async () => {
    const table = tableNamed(model, 'item')
    const validator = validatorOf(table.definition, { seesHidden: true })
    const scope = newScope(model)
    const row = newRow(scope, table)
    const object = rowObject(scope, row, { view: WHOLE_ROW, viewer: { seesHidden: true } })
    const answer = model.dialect.jsonText(object)
    const key = sql`${row.alias}.${table.key}`
    let stored = 0
    for (const [at, [column, value]] of sample().entries()) {
      const checked = validator.update({ [column]: value })
      if (!checked.ok) {
        expect(
          checked.issues.every(({ path, message }) => path.startsWith(column) && message),
        ).toBe(true)
        continue
      }
      const id = idFor(String(at))
      await loadRows(database, model, { item: [{ id, ...Object.fromEntries(checked.values) }] })
      const [found] = await database.query(
        sql`select ${answer} as answer from ${table.from} as ${row.alias} where ${key} = ${model.dialect.bind('id', id)}`,
      )
      const back = JSON.parse(String(found?.answer))[column]
      const wanted = column === 'date' && typeof value === 'string' ? readDate(value) : value
      expect(column === 'date' && back !== null ? Date.parse(back) : back).toEqual(wanted)
      stored += 1
    }
    // Guards against a validator that rejects everything.
    expect(stored).toBeGreaterThan(COUNT / 4)
  })
})
