import type { Configuration } from '@plinth/contract'
import { type EditResult, rejectEdit } from '../model/edit-result.ts'
import { findTable } from '../model/find-table.ts'
import { pairRelations } from '../relations/pair-relations.ts'

/** Removes a table and all relation fields that point to it. */
export function removeTable({
  configuration,
  tableId,
}: {
  configuration: Configuration
  tableId: string
}): EditResult {
  const table = findTable(configuration, tableId)
  if (!table) return rejectEdit({ tableId, message: 'This table no longer exists.' })
  const tables = configuration.tables.filter((other) => other !== table)
  return {
    ok: true,
    configuration: pairRelations({
      configuration: { ...configuration, tables },
      before: configuration,
    }),
  }
}
