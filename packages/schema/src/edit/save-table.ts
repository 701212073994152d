import type { Configuration, Table } from '@plinth/contract'
import type { EditResult, NewId, SchemaIssue } from '../model/edit-result.ts'
import { indexTables } from '../model/find-table.ts'
import { freshIds, isIdUsed } from '../model/fresh-ids.ts'
import { COLUMN_LIMIT, TABLE_LIMIT } from '../model/limits.ts'
import { pairRelations } from '../relations/pair-relations.ts'
import { resolveRelations } from '../relations/resolve-relations.ts'
import { preserveAuthColumns } from './preserve-auth-columns.ts'
import { readTable } from './read-table.ts'

/** Adds or replaces a table by id and repairs its relations. */
export function saveTable(save: {
  configuration: Configuration
  table: Table
  newId: NewId
}): EditResult {
  const { configuration } = save
  const known = indexTables(configuration).get(save.table.id)
  const position = known ?? configuration.tables.length
  const previous = configuration.tables[position]
  const path = `tables.${position}`
  const read = readTable({ table: save.table, previous, path })
  const ids = findTakenIds({ configuration, table: read.table, previous, path })
  if (read.issues.length + ids.length > 0) return { ok: false, issues: [...read.issues, ...ids] }

  const alsoTaken = [read.table.id, ...read.table.columns.map((column) => column.id)]
  const newId = freshIds({ configuration, newId: save.newId, alsoTaken })
  const preserved = preserveAuthColumns({ previous, table: read.table, path, newId })
  const resolved = resolveRelations({ configuration, table: preserved.table, path })
  const limits = findExcess({ table: resolved.table, position, path })
  const issues = [...preserved.issues, ...resolved.issues, ...limits]
  if (issues.length > 0) return { ok: false, issues }

  const next = withTableAt(configuration, { position, table: resolved.table })
  return {
    ok: true,
    configuration: pairRelations({ configuration: next, before: configuration, newId }),
  }
}

function withTableAt(
  configuration: Configuration,
  { position, table }: { position: number; table: Table },
): Configuration {
  const tables = [...configuration.tables]
  tables[position] = table
  return { ...configuration, tables }
}

function findTakenIds({
  configuration,
  table,
  previous,
  path,
}: {
  configuration: Configuration
  table: Table
  previous: Table | undefined
  path: string
}): SchemaIssue[] {
  const own = new Set(previous?.columns.map((column) => column.id))
  const seen = new Set([table.id])
  const issues = table.columns.flatMap(({ id }, position) => {
    const taken = seen.has(id) || (!own.has(id) && isIdUsed(configuration, id))
    seen.add(id)
    return taken ? [takenId({ id, path: `${path}.columns.${position}`, tableId: table.id })] : []
  })
  const clashes = !previous && isIdUsed(configuration, table.id)
  return clashes ? [...issues, takenId({ id: table.id, path, tableId: table.id })] : issues
}

function takenId({
  id,
  path,
  tableId,
}: {
  id: string
  path: string
  tableId: string
}): SchemaIssue {
  const columnId = id === tableId ? null : id
  return { tableId, columnId, path: `${path}.id`, message: `The id "${id}" is taken already.` }
}

function findExcess(save: { table: Table; position: number; path: string }): SchemaIssue[] {
  const at = { tableId: save.table.id, columnId: null, path: save.path }
  if (save.position >= TABLE_LIMIT) {
    return [{ ...at, message: `A project holds at most ${TABLE_LIMIT} tables.` }]
  }
  if (save.table.columns.length > COLUMN_LIMIT) {
    return [{ ...at, message: `A table holds at most ${COLUMN_LIMIT} fields.` }]
  }
  return []
}
