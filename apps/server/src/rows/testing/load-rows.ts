import {
  columnNamed,
  type DataModel,
  type DataTable,
  tableNamed,
} from '../../databases/sql/data-model.ts'
import { bound, joinSql, raw, type Sql, sql } from '../../foundation/platform/sql.ts'
import { encodeCell } from '../values/encode-cell.ts'
import type { TestDatabase } from './test-database.ts'

export type Cells = Readonly<Record<string, unknown>>
export type Tables = Readonly<Record<string, readonly Cells[]>>

export function cellsOf(model: DataModel, table: DataTable, row: Cells): ReadonlyMap<string, Sql> {
  const cells = Object.keys(row).filter((name) => table.columns.get(name)?.cell)
  return new Map(
    cells.map((name) => {
      const { form } = columnNamed(table, name)
      return [name, model.dialect.bind(form, encodeCell(form, row[name]))]
    }),
  )
}

/** Ids of the to-many relations that a test row lists. */
export function linksOf(table: DataTable, row: Cells): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, readonly string[]>()
  for (const column of table.columns.values()) {
    if (!column.relation || column.cell) continue
    const value = row[column.name]
    links.set(column.name, Array.isArray(value) ? value : value ? [String(value)] : [])
  }
  return links
}

/** Inserts rows whose relations are listed on the side with the foreign key, or on the first side of a join table. */
export async function loadRows(
  database: TestDatabase,
  model: DataModel,
  tables: Tables,
): Promise<void> {
  for (const [name, rows] of Object.entries(tables)) {
    const table = tableNamed(model, name)
    for (const row of rows) {
      const cells = [...cellsOf(model, table, row)]
      const names = cells.map(([column]) => columnNamed(table, column).cell ?? raw(''))
      const values = cells.map(([, value]) => value)
      await database.query(
        sql`insert into ${table.from} (${joinSql(names, ', ')}) values (${joinSql(values, ', ')})`,
      )
      for (const column of table.columns.values()) {
        const { place } = column.relation ?? {}
        const ids = row[column.name]
        if (place?.kind !== 'join' || place.own !== '"first"' || !Array.isArray(ids)) continue
        for (const [at, id] of ids.entries())
          await database.query(
            sql`insert into ${raw(place.table)} values (${bound(row.id)}, ${bound(id)}, ${bound(at)})`,
          )
      }
    }
  }
}

export async function clearRows(database: TestDatabase, model: DataModel): Promise<void> {
  for (const table of model.tables.values()) {
    await database.execute(`delete from ${table.from.text}`)
    for (const { relation } of table.columns.values())
      if (relation?.place.kind === 'join')
        await database.execute(`delete from ${relation.place.table}`)
  }
}
