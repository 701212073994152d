import type { Configuration } from '@plinth/contract'
import { check, type Folded, fold, type Mode, parse, type Scope } from '@plinth/expression'
import { type DataModel, modelOf } from '../../databases/sql/data-model.ts'
import { createTables } from './create-tables.ts'
import { loadRows, type Tables } from './load-rows.ts'
import { openDatabase, type TestDatabase } from './test-database.ts'
import { testLayout } from './test-layout.ts'

export interface World {
  readonly database: TestDatabase
  readonly model: DataModel
}

/** A database with the tables of a configuration and some rows. */
export async function openWorld(
  engine: 'postgres' | 'sqlite3',
  configuration: Configuration,
  tables: Tables = {},
): Promise<World> {
  const database = await openDatabase(engine)
  const layout = testLayout(configuration, database.schema)
  const model = modelOf({ configuration, layout, dialect: database.dialect })
  await createTables(database, model)
  await loadRows(database, model, tables)
  return { database, model }
}

export const NOBODY: Scope = { request: {}, now: Date.parse('2025-06-15T10:30:00.500Z') }

interface Spoken {
  readonly model: DataModel
  readonly table: string
  readonly mode?: Mode
  readonly scope?: Scope
}

/** Parses, checks and partially evaluates an expression for use in a statement. */
export function foldText(
  text: string,
  { model, table, mode = 'rule', scope = NOBODY }: Spoken,
): Folded {
  const parsed = parse(text)
  if (!parsed.ok || !parsed.expression) throw new Error(`${text} does not parse`)
  const result = check(parsed.expression, { catalogue: model.catalogue, mode, table })
  if (!result.ok) throw new Error(`${text}: ${result.issues[0]?.message}`)
  return fold(result.checked, scope)
}
