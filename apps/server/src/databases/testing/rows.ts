import type { Configuration } from '@plinth/contract'
import { type ColumnShape, pairKeyOf, shapesOf } from '@plinth/schema'
import type { Placement } from '../engine/database-engine.ts'
import { quoteName } from '../sql/quote-name.ts'
import type { EngineHarness } from './engine-harness.ts'

/** A value in the form the database expects. */
function toStored(engine: EngineHarness['name'], shape: ColumnShape, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (['json', 'choices', 'file', 'files'].includes(shape.form)) return JSON.stringify(value)
  if (shape.form === 'boolean' && engine === 'sqlite3') return value ? 1 : 0
  return value
}

function fromStored(engine: EngineHarness['name'], shape: ColumnShape, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (engine === 'sqlite3') {
    if (['json', 'choices', 'file', 'files'].includes(shape.form)) return JSON.parse(String(value))
    if (shape.form === 'boolean') return value === 1
  }
  return value
}

/** Inserts one row with the values of its stored fields, by field id. */
export async function insertRow(
  { harness, placement, configuration }: TestEnvironment,
  row: { tableId: string; id: string; values: Record<string, unknown> },
): Promise<void> {
  const shape = shapesOf(configuration).tables.get(row.tableId)
  if (!shape) throw new Error(`no table ${row.tableId}`)
  const columns = shape.columns.filter((column) => column.columnId in row.values)
  const names = ['id', ...columns.map((column) => column.name)].map(quoteName)
  const values = [
    row.id,
    ...columns.map((column) => toStored(harness.name, column, row.values[column.columnId])),
  ]
  const text = `insert into ${quoteName(shape.name)} (${names.join(', ')}) values (${values.map(() => '?').join(', ')})`
  await harness.query(placement, text, values)
}

export interface TestEnvironment {
  harness: EngineHarness
  placement: Placement
  configuration: Configuration
}

/** All stored values: `table/row/field` → value; links as `pair/first/second`. */
export async function readEverything(environment: TestEnvironment): Promise<Map<string, string>> {
  const { harness, placement, configuration } = environment
  const shapes = shapesOf(configuration)
  const found = new Map<string, string>()
  for (const { tableId, name, columns } of shapes.tables.values()) {
    const rows = await harness.query(placement, `select * from ${quoteName(name)} order by "id"`)
    for (const row of rows) {
      found.set(`${tableId}/${row.id}`, 'row')
      for (const shape of columns) {
        const value = fromStored(harness.name, shape, row[shape.name])
        if (!shape.key) found.set(`${tableId}/${row.id}/${shape.columnId}`, sortedJson(value))
        else if (value !== null && shape.column.type === 'relation') {
          const pair = pairKeyOf(shape.column)
          const isFirst = pair.startsWith(`${shape.columnId}|`)
          const [first, second] = isFirst ? [row.id, value] : [value, row.id]
          found.set(`${pair}/${first}/${second}`, 'link')
        }
      }
    }
  }
  for (const { pairKey, name } of shapes.joins.values()) {
    const links = await harness.query(placement, `select * from ${quoteName(name)}`)
    for (const { first, second, firstPosition, secondPosition } of links) {
      found.set(`${pairKey}/${first}/${second}`, 'link')
      found.set(`${pairKey}/${first}/${second}/places`, `${firstPosition},${secondPosition}`)
    }
  }
  return found
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
