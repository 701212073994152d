import type { Configuration, Table } from '@plinth/contract'
import type { SchemaIssue } from '../model/edit-result.ts'
import { findTable } from '../model/find-table.ts'
import { type RelationColumn, resolveCounterpart } from '../relations/find-counterpart.ts'
import { isPairInSync } from '../relations/sync-relation.ts'

type Place = { configuration: Configuration; table: Table; path: string }

/** A relation must point to a field that points back and agrees with it. */
export function checkRelations(place: Place): SchemaIssue[] {
  const { table, path } = place
  return table.columns.flatMap((column, position) => {
    const message = column.type === 'relation' ? findFault(place, column) : undefined
    const where = `${path}.columns.${position}.options`
    return message ? [{ tableId: table.id, columnId: column.id, path: where, message }] : []
  })
}

function findFault({ configuration, table }: Place, column: RelationColumn): string | undefined {
  const lookup = (id: string) => findTable(configuration, id)
  const target = lookup(column.options.tableId)
  if (!target) return `"${column.name}" points to a table that does not exist.`
  if (target.type === 'Computed')
    return `"${column.name}" points to "${target.name}", which is Computed.`
  const other = resolveCounterpart(lookup, { table, column })
  if (!other) return `"${column.name}" has no counterpart in "${target.name}".`
  if (isPairInSync(column, other.column)) return undefined
  return `"${column.name}" and its counterpart "${other.column.name}" in "${target.name}" disagree.`
}
