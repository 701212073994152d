import type { Row } from '@plinth/contract'
import { logFailure } from '../../../api/log-failure.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import type { Edits } from './edits.ts'
import type { SavedTable } from './save-tables.ts'
import { MAX_IDS, mergeInto, readStored } from './stored-rows.ts'

/** Why rows are no longer in the list; one that left may have been deleted, too. */
export type Missing = ReadonlyMap<string, 'delete' | 'leave'>

/** Whether a stored row has an unsaved edit. */
export function isEdited({ rows }: Edits, id: string): boolean {
  const state = rows.get(id)?.state
  return state === 'changed' || state === 'deleted'
}

/** Merges the newest versions of rows; edits of those that others deleted become new rows, which is said. */
function merge({ store }: SavedTable, ids: readonly string[], rows: readonly Row[]): void {
  if (mergeInto(store, ids, rows) === 0) return
  const { deletedByOthers: title, deletedByOthersText: description } = strings
  showToast({ title, description, variant: 'destructive' })
}

/** Keeps the edits of rows that are no longer in the list in view of their user. */
export async function keepEditsOfMissing(table: SavedTable, missing: Missing): Promise<void> {
  const idsOf = (type: 'delete' | 'leave') =>
    [...missing.keys()].filter(
      (id) => missing.get(id) === type && isEdited(table.store.get().edits, id),
    )
  const deleted = idsOf('delete')
  if (deleted.length > 0) merge(table, deleted, [])
  const left = idsOf('leave')
  try {
    for (let at = 0; at < left.length; at += MAX_IDS) {
      const some = left.slice(at, at + MAX_IDS)
      merge(table, some, await readStored(table.scope, some))
    }
  } catch (error) {
    // A save compares each row again.
    logFailure('Comparing unsaved rows', error)
  }
}
