import type { Table } from '@plinth/contract'
import {
  AUTH_COLUMNS,
  type AuthColumn,
  findAuthColumn,
  listMissingOptions,
} from '../model/auth-columns.ts'
import type { SchemaIssue } from '../model/edit-result.ts'

/** An Auth table must have the three sign-in fields. */
export function checkAuthTable({ table, path }: { table: Table; path: string }): SchemaIssue[] {
  if (table.type !== 'Auth') return []
  return AUTH_COLUMNS.flatMap((part: AuthColumn) => {
    const column = findAuthColumn(table, part)
    const at = { tableId: table.id, columnId: column?.id ?? null, path: `${path}.columns` }
    if (!column) {
      return [
        { ...at, message: `An Auth table needs "${part.name}" as a field of type ${part.type}.` },
      ]
    }
    return listMissingOptions(column, part).map((option) => ({
      ...at,
      path: `${path}.columns.${table.columns.indexOf(column)}.options.${option}`,
      message: `An Auth table needs ${option} on "${part.name}".`,
    }))
  })
}
