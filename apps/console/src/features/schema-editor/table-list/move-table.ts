import type { Configuration } from '@plinth/contract'
import { reorderTables, sortTables } from '@plinth/schema'

/** Moves a table before the one at `index` in the current order. */
export function moveTable(
  configuration: Configuration,
  { tableId, index }: { tableId: string; index: number },
): Configuration {
  const ids = sortTables(configuration.tables).map((table) => table.id)
  const from = ids.indexOf(tableId)
  if (from < 0) return configuration
  const rest = ids.filter((id) => id !== tableId)
  const at = Math.max(0, Math.min(rest.length, index > from ? index - 1 : index))
  return at === from ? configuration : reorderTables(configuration, rest.toSpliced(at, 0, tableId))
}
