import type Sqlite from 'better-sqlite3'
import { EVENT_PREFIX } from '../../engine/row-event.ts'
import type { ReadableTable } from '../../query-check/readable/readable-table.ts'
import { quoteName } from '../../sql/quote-name.ts'
import { viewSqlOf } from './view-sql.ts'

/** The Computed tables whose queries pass the check, and the tables that they may read. */
export interface PassingViews {
  readonly views: readonly { readonly name: string; readonly query: string }[]
  readonly tables: readonly ReadableTable[]
}

interface SchemaRow {
  type: 'view' | 'trigger'
  name: string
  sql: string
}

/** Views and triggers of a file, without our own triggers. */
const FOUND = `select type, name, sql from sqlite_schema
  where type = 'view' or (type = 'trigger' and substr(name, 1, ${EVENT_PREFIX.length}) <> '${EVENT_PREFIX}')`

/** Names of views and triggers that differ from these queries or are missing. */
export function findOtherViews(database: Sqlite.Database, { views, tables }: PassingViews) {
  const found = database.prepare<[], SchemaRow>(FOUND).all()
  const sqlOf = viewSqlOf(database, tables)
  const expected = new Map(views.map((view) => [view.name, sqlOf(view)]))
  const isExpected = ({ type, name, sql }: SchemaRow) =>
    type === 'view' && expected.get(name) === sql
  const there = new Set(found.filter(isExpected).map(({ name }) => name))
  const other = found.filter((row) => !isExpected(row)).map(({ name }) => name)
  return [
    ...new Set([...other, ...views.map(({ name }) => name).filter((name) => !there.has(name))]),
  ]
}

/**
 * Recreates the views of a file from queries that pass the check. Earlier builds ran a query's text as
 * several statements, which could create arbitrary views and triggers: those are dropped.
 */
export function repairViews(database: Sqlite.Database, { views, tables }: PassingViews): null {
  for (const { type, name } of database.prepare<[], SchemaRow>(FOUND).all()) {
    database.exec(`drop ${type} if exists ${quoteName(name)}`)
  }
  const sqlOf = viewSqlOf(database, tables)
  for (const view of views) database.prepare(sqlOf(view)).run()
  return null
}
