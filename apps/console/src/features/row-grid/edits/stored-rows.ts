import { listRows, type Row } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { filterByIds } from '../../../state/filter/filter-by-ids.ts'
import { joinFilters } from '../../../state/filter/join-filters.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { applySaveResult, readdDeleted } from './apply-save-result.ts'
import { mergeTheirs } from './clashes.ts'
import { type Edits, listAdded } from './edits.ts'
import type { GridStore } from './grid-store.ts'

/** Ids in one filter; more would make the URL too long. */
export const MAX_IDS = 50

/** The rows of a table with these ids, of those that match a filter. */
export async function readStored(
  { projectId, environment, table }: RowScope,
  ids: readonly string[],
  filter = '',
) {
  const { data } = await client.call(listRows, {
    params: { table },
    query: {
      ...{ $projectId: projectId, $environment: environment, $version: 'v2', $count: 'false' },
      $limit: MAX_IDS,
      $filter: joinFilters(filter, filterByIds(ids)),
    },
  })
  return data
}

/** Merges the current rows into edits; `ids` that are missing among them were deleted by others. */
export function mergeStored(edits: Edits, ids: readonly string[], rows: readonly Row[]): Edits {
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.filter((id) => !found.has(id))
  const merged = rows.reduce((all, row) => mergeTheirs(all, row), edits)
  const deleted = missing.filter((id) => merged.rows.get(id)?.state === 'deleted')
  return readdDeleted(applySaveResult(merged, { stored: [], deleted }), missing)
}

/** Merges them into the edits of a table; returns how many rows that others deleted became new rows. */
export function mergeInto(store: GridStore, ids: readonly string[], rows: readonly Row[]): number {
  const before = listAdded(store.get().edits).length
  store.change((edits) => mergeStored(edits, ids, rows))
  return listAdded(store.get().edits).length - before
}
