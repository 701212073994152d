import { listRows, type Row } from '@plinth/contract'
import { client } from '../../../api/client.ts'
import { logFailure } from '../../../api/log-failure.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { applySaveResult, mergeTheirs, readdDeleted } from '../edits/apply-save-result.ts'
import { type Edits, listAdded, listUndecided } from '../edits/edits.ts'
import type { GridStore } from '../edits/grid-store.ts'
import type { SavedTable } from '../edits/save-tables.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

/** Ids in one filter; more would make the URL too long. */
const CHUNK = 50

async function readStored({ projectId, environment, table }: RowScope, ids: readonly string[]) {
  const { data } = await client.call(listRows, {
    params: { table },
    query: {
      ...{ $projectId: projectId, $environment: environment, $version: 'v2', $count: 'false' },
      $limit: CHUNK,
      $filter: `id in [${ids.map((id) => JSON.stringify(id)).join(', ')}]`,
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

/** Says what others did meanwhile; the cells are marked. */
function showConflicts(stores: readonly GridStore[], orphaned: number): void {
  const { stale, staleText, deletedByOthers, deletedByOthersText } = strings
  const variant = 'destructive'
  if (stores.some((store) => listUndecided(store.get().edits).length > 0))
    showToast({ title: stale, description: staleText, variant })
  else if (orphaned > 0)
    showToast({ title: deletedByOthers, description: deletedByOthersText, variant })
}

/** Compares edits from before a reload with the database, so that conflicts are marked before the next save. */
export async function checkRestored(tables: readonly SavedTable[]): Promise<void> {
  let orphaned = 0
  for (const { scope, store } of tables) {
    const ids = [...store.get().edits.bases.keys()]
    try {
      for (let at = 0; at < ids.length; at += CHUNK) {
        const some = ids.slice(at, at + CHUNK)
        const rows = await readStored(scope, some)
        const added = listAdded(store.get().edits).length
        store.change((edits) => mergeStored(edits, some, rows))
        orphaned += listAdded(store.get().edits).length - added
      }
    } catch (error) {
      // A save compares each row again.
      logFailure('Comparing unsaved rows', error)
    }
  }
  const stores = tables.map(({ store }) => store)
  showConflicts(stores, orphaned)
}
