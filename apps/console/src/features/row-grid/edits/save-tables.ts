import { ApiError } from '@plinth/client'
import { logFailure } from '../../../api/log-failure.ts'
import { queryClient } from '../../../api/query-client.ts'
import { readStopRefusal } from '../../../api/stop-refusal.ts'
import { projectKey } from '../../../state/current-project.tsx'
import { showToast } from '../../../ui/toast/toast.ts'
import { explainError } from '../rows/explain-error.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { applySaveResult, markProblems, readdDeleted } from './apply-save-result.ts'
import { mergeTheirs } from './clashes.ts'
import type { GridStore } from './grid-store.ts'
import { isMissingTable } from './read-save-error.ts'
import { saveEdits } from './save-edits.ts'
import { countOutcome, describeOutcome, type TableOutcome } from './save-outcome.ts'

export interface SavedTable {
  scope: RowScope
  store: GridStore
}

/** Why requests failed, for users; undefined if none did. */
function failureOf(failures: readonly unknown[]): string | undefined {
  for (const error of failures) logFailure('Saving rows', error)
  const [first] = failures
  if (first === undefined) return undefined
  const isTimeout = (error: unknown) => error instanceof ApiError && error.code === 'timeout'
  if (failures.some(isTimeout)) return strings.saveTimedOut
  const stopped = failures.map(readStopRefusal).find((message) => message !== undefined)
  return stopped ?? `${explainError(first)} ${strings.stillHere}`
}

async function saveTable({ scope, store }: SavedTable): Promise<TableOutcome> {
  const { edits } = store.get()
  store.set({ isSaving: true, failure: undefined })
  try {
    const tally = await saveEdits(scope, edits)
    // Edits made during the save are not part of it and stay.
    store.change((now) => {
      const { stored, deleted, deletedByOthers, problems, theirs } = tally
      const saved = applySaveResult(now, { stored, deleted, sent: edits })
      const marked = markProblems(readdDeleted(saved, deletedByOthers), problems)
      return theirs.reduce((all, row) => mergeTheirs(all, row), marked)
    })
    store.saved.current?.(tally)
    store.set({ failure: failureOf(tally.failures) })
    // `RemovedTables` then asks about the changes of a table that was deleted; one that was renamed has its new name.
    if (tally.failures.some(isMissingTable))
      void queryClient.invalidateQueries({ queryKey: projectKey(scope.projectId) })
    return countOutcome(scope.table, { edits, tally })
  } finally {
    store.set({ isSaving: false })
  }
}

/** Saves the changes of tables one after another and shows one toast for all of them. */
export async function saveTables(tables: readonly SavedTable[]): Promise<void> {
  const outcomes: TableOutcome[] = []
  for (const table of tables) {
    const { edits, isSaving } = table.store.get()
    if (!isSaving && edits.rows.size > 0) outcomes.push(await saveTable(table))
  }
  if (outcomes.length === 0) return
  const failure = tables.map(({ store }) => store.get().failure).find((text) => text !== undefined)
  showToast(describeOutcome(outcomes, failure))
}
