import { ApiError } from '@plinth/client'
import { useEffect, useEffectEvent } from 'react'
import { logFailure } from '../../../api/log-failure.ts'
import { readStopRefusal } from '../../../api/stop-refusal.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import type { RowPages } from '../rows/row-pages.ts'
import type { RowScope } from '../rows/row-scope.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { applySaveResult, markProblems, mergeTheirs, readdDeleted } from './apply-save-result.ts'
import { NO_EDITS } from './edits.ts'
import type { GridStore } from './grid-store.ts'
import { saveEdits } from './save-edits.ts'
import type { Tally } from './save-tally.ts'

const LIMITS: ReadonlySet<string> = new Set(['rate_limited', 'storage_full', 'too_large'])

/** Why a save was refused, where the user can do something about it. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'timeout') return strings.saveTimedOut
  return LIMITS.has(error.code) ? `${error.message} ${strings.editsKept}` : readStopRefusal(error)
}

function showOutcome({ problems, theirs, deletedByOthers, failures, skipped }: Tally) {
  for (const error of failures) logFailure('Saving rows', error)
  if (theirs.length > 0) {
    showToast({ title: strings.stale, description: strings.staleText, variant: 'destructive' })
  } else if (deletedByOthers.length > 0) {
    showToast({
      title: strings.deletedByOthers,
      description: strings.deletedByOthersText,
      variant: 'destructive',
    })
  } else if (problems.length > 0 || (skipped > 0 && failures.length === 0)) {
    showToast({ title: strings.refused, description: strings.refusedText, variant: 'destructive' })
  } else if (failures.length > 0) {
    const reason = failures.map(reasonOf).find((message) => message !== undefined)
    const description = reason ?? strings.saveFailedText
    showToast({ title: strings.saveFailed, description, variant: 'destructive' })
  } else showToast({ title: strings.saved })
}

interface SavingRows {
  scope: RowScope
  store: GridStore
  pages: RowPages
}

/** Provides 'Save Changes' for a table; edits are discarded when another table is opened. */
export function useSaveRows({ scope, store, pages }: SavingRows) {
  const save = useEffectEvent(async () => {
    const { edits, isSaving } = store.get()
    if (isSaving || edits.rows.size === 0) return
    store.set({ isSaving: true })
    const sent = new Set(edits.rows.values())
    try {
      const outcome = await saveEdits(scope, edits)
      // Edits made during the save are not part of it and stay.
      store.change((now) => {
        const isSame = ({ id }: { id: string }) => sent.has(now.rows.get(id) as never)
        const saved = applySaveResult(now, {
          stored: outcome.stored.filter(isSame),
          deleted: outcome.deleted,
        })
        const readded = readdDeleted(saved, outcome.deletedByOthers)
        const marked = markProblems(readded, outcome.problems)
        return outcome.theirs.reduce((all, row) => mergeTheirs(all, row), marked)
      })
      pages.put([...outcome.stored.map(({ row }) => row), ...outcome.theirs])
      pages.refresh()
      showOutcome(outcome)
    } finally {
      store.set({ isSaving: false })
    }
  })
  useEffect(() => {
    store.set({ edits: NO_EDITS })
    store.save.current = save
    return () => {
      store.save.current = undefined
      store.set({ edits: NO_EDITS })
    }
  }, [store])
}
