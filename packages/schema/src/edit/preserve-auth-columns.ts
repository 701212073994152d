import type { Table } from '@plinth/contract'
import {
  AUTH_COLUMNS,
  type AuthColumn,
  findAuthColumn,
  listMissingOptions,
  newAuthColumn,
  preserveOptions,
} from '../model/auth-columns.ts'
import type { NewId, SchemaIssue } from '../model/edit-result.ts'

type Save = { previous: Table | undefined; table: Table; path: string; newId: NewId }

/** Adds missing sign-in fields to a table that becomes Auth, and rejects edits that would remove them. */
export function preserveAuthColumns(save: Save): { table: Table; issues: SchemaIssue[] } {
  if (save.table.type !== 'Auth') return { table: save.table, issues: [] }
  const issues = AUTH_COLUMNS.flatMap((part) => findRefusal(save, part) ?? [])
  if (issues.length > 0) return { table: save.table, issues }
  return {
    table: AUTH_COLUMNS.reduce((table, part) => fillPart(table, part, save), save.table),
    issues,
  }
}

function findRefusal({ previous, table, path }: Save, part: AuthColumn): SchemaIssue | undefined {
  const held = findAuthColumn(previous, part)
  const position = table.columns.findIndex((column) =>
    held ? column.id === held.id : column.name === part.name,
  )
  const column = table.columns[position]
  const at = { tableId: table.id, columnId: column?.id ?? held?.id ?? null }
  const where = column ? `${path}.columns.${position}` : `${path}.columns`
  const say = (field: string, message: string) => ({ ...at, path: `${where}${field}`, message })
  if (!column) return held && say('', `An Auth table keeps "${part.name}": it cannot be removed.`)
  if (column.name !== part.name) {
    return say('.name', `An Auth table keeps "${part.name}": it cannot be renamed.`)
  }
  if (column.type !== part.type) {
    return say('.type', `An Auth table needs "${part.name}" as a field of type ${part.type}.`)
  }
  const kept = held ? listMissingOptions(held, part) : part.held
  const lost = listMissingOptions(column, part).find(
    (option) => !kept.some((old) => old === option),
  )
  return lost
    ? say(`.options.${lost}`, `An Auth table needs ${lost} on "${part.name}".`)
    : undefined
}

function fillPart(table: Table, part: AuthColumn, { newId }: Save): Table {
  const found = findAuthColumn(table, part)
  if (!found) return { ...table, columns: [...table.columns, newAuthColumn(part, newId)] }
  const held = preserveOptions(found, part)
  if (held === found) return table
  return { ...table, columns: table.columns.map((column) => (column === found ? held : column)) }
}
