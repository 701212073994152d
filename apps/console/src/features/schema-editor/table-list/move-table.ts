import type { Configuration } from '@plinth/contract'
import { reorderTables, sortTables } from '@plinth/schema'

/** Moves a table before the one at `place` in the current order. */
export function moveTable(
  configuration: Configuration,
  { tableId, place }: { tableId: string; place: number },
): Configuration {
  const ids = sortTables(configuration.tables).map((table) => table.id)
  const from = ids.indexOf(tableId)
  if (from < 0) return configuration
  const rest = ids.filter((id) => id !== tableId)
  const at = Math.max(0, Math.min(rest.length, place > from ? place - 1 : place))
  return at === from ? configuration : reorderTables(configuration, rest.toSpliced(at, 0, tableId))
}
