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
  const issues = AUTH_COLUMNS.flatMap((part) => findIssue(save, part) ?? [])
  if (issues.length > 0) return { table: save.table, issues }
  return {
    table: AUTH_COLUMNS.reduce((table, part) => fillPart(table, part, save), save.table),
    issues,
  }
}

function findIssue({ previous, table, path }: Save, part: AuthColumn): SchemaIssue | undefined {
  const existing = findAuthColumn(previous, part)
  const position = table.columns.findIndex((column) =>
    existing ? column.id === existing.id : column.name === part.name,
  )
  const column = table.columns[position]
  const at = { tableId: table.id, columnId: column?.id ?? existing?.id ?? null }
  const where = column ? `${path}.columns.${position}` : `${path}.columns`
  const issue = (field: string, message: string) => ({ ...at, path: `${where}${field}`, message })
  if (!column)
    return existing && issue('', `An Auth table keeps "${part.name}": it cannot be removed.`)
  if (column.name !== part.name) {
    return issue('.name', `An Auth table keeps "${part.name}": it cannot be renamed.`)
  }
  if (column.type !== part.type) {
    return issue('.type', `An Auth table needs "${part.name}" as a field of type ${part.type}.`)
  }
  const missing = existing ? listMissingOptions(existing, part) : part.requiredOptions
  const lost = listMissingOptions(column, part).find(
    (option) => !missing.some((old) => old === option),
  )
  return lost
    ? issue(`.options.${lost}`, `An Auth table needs ${lost} on "${part.name}".`)
    : undefined
}

function fillPart(table: Table, part: AuthColumn, { newId }: Save): Table {
  const authColumn = findAuthColumn(table, part)
  if (!authColumn) return { ...table, columns: [...table.columns, newAuthColumn(part, newId)] }
  const preserved = preserveOptions(authColumn, part)
  if (preserved === authColumn) return table
  return {
    ...table,
    columns: table.columns.map((column) => (column === authColumn ? preserved : column)),
  }
}
