import { logFailure } from '../../../api/log-failure.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { listUndecided } from '../edits/edits.ts'
import type { GridStore } from '../edits/grid-store.ts'
import type { SavedTable } from '../edits/save-tables.ts'
import { MAX_IDS, mergeInto, readStored } from '../edits/stored-rows.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

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
      for (let at = 0; at < ids.length; at += MAX_IDS) {
        const some = ids.slice(at, at + MAX_IDS)
        const rows = await readStored(scope, some)
        orphaned += mergeInto(store, some, rows)
      }
    } catch (error) {
      // A save compares each row again.
      logFailure('Comparing unsaved rows', error)
    }
  }
  const stores = tables.map(({ store }) => store)
  showConflicts(stores, orphaned)
}
