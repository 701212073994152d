import type { Configuration } from '@plinth/contract'
import { isAuthColumn } from '../model/auth-columns.ts'
import { type EditResult, rejectEdit } from '../model/edit-result.ts'
import { findColumn, findTable } from '../model/find-table.ts'
import { withColumns } from '../model/with-columns.ts'
import { pairRelations } from '../relations/pair-relations.ts'

/** Removes a field with its indexes and the other side of its relation. */
export function removeColumn({
  configuration,
  tableId,
  columnId,
}: {
  configuration: Configuration
  tableId: string
  columnId: string
}): EditResult {
  const table = findTable(configuration, tableId)
  const column = findColumn(table, columnId)
  const at = { tableId, columnId }
  if (!table || !column) return rejectEdit({ ...at, message: 'This field no longer exists.' })
  if (isAuthColumn(table, columnId)) {
    const message = `An Auth table keeps "${column.name}": it cannot be removed.`
    return rejectEdit({ ...at, message })
  }
  const left = withColumns(
    table,
    table.columns.filter((other) => other !== column),
  )
  const tables = configuration.tables.map((other) => (other === table ? left : other))
  return {
    ok: true,
    configuration: pairRelations({
      configuration: { ...configuration, tables },
      before: configuration,
    }),
  }
}
