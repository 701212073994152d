import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { projectKey, useCurrentProject } from '../../../state/current-project.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Button } from '../../../ui/primitives/button.tsx'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { NO_EDITS } from '../edits/edits.ts'
import { gridStrings } from '../strings/grid-strings.ts'
import type { PendingChanges, RemovedTable } from './pending-changes.ts'
import { usePendingState } from './use-pending.ts'

const strings = gridStrings.removedTable
/** How soon the screen follows when another user restores the table. */
const CHECK_MS = 5_000

interface QuestionProps {
  table: RemovedTable
  pending: PendingChanges
  onKeep: () => void
}

function Question({ table, pending, onKeep }: QuestionProps) {
  const text = pending.printRemoved(table.id)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onKeep())}
      title={strings.title(table.name)}
      text={strings.text(table.count)}
      cancelLabel={strings.keep}
      confirmLabel={strings.discard}
      onConfirm={() => pending.storeOf(table.id).set({ edits: NO_EDITS, failure: undefined })}
    >
      <section aria-label={strings.changes} className="relative mt-3">
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls long texts
          tabIndex={0}
          className="ring-focus max-h-48 overflow-auto rounded-lg border bg-sunken p-3 pr-10 font-mono text-xs"
        >
          {text}
        </pre>
        <CopyButton
          label={strings.copy}
          copiedLabel={strings.copied}
          text={text}
          className="absolute top-2 right-2 bg-raised"
        />
      </section>
    </ConfirmDialog>
  )
}

/** Reads the project again at intervals, because the table may be back; true once the first read has ended. */
function useChecked(isNeeded: boolean): boolean {
  const queries = useQueryClient()
  const { id } = useCurrentProject()
  const [isChecked, setChecked] = useState(false)
  useEffect(() => {
    if (!isNeeded) return
    let isLate = false
    const check = async () => {
      await queries.invalidateQueries({ queryKey: projectKey(id) })
      // The screen gets the answer in a task of its own, which comes first.
      await new Promise((resolve) => setTimeout(resolve))
      if (!isLate) setChecked(true)
    }
    void check()
    const timer = setInterval(check, CHECK_MS)
    return () => {
      clearInterval(timer)
      isLate = true
      setChecked(false)
    }
  }, [isNeeded, queries, id])
  return isChecked
}

/** Asks before unsaved changes of a table that left the database are discarded, and shows them to be copied. */
export function RemovedTables({ pending }: { pending: PendingChanges }) {
  const { removed } = usePendingState(pending)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const isChecked = useChecked(removed.length > 0)
  const table = removed.find(({ id }) => !kept.has(id))
  if (removed.length === 0 || !isChecked) return null
  if (table)
    return (
      <Question
        key={table.id}
        table={table}
        pending={pending}
        onKeep={() => setKept(new Set([...kept, table.id]))}
      />
    )
  return (
    <div
      role="status"
      className="flex min-h-10 shrink-0 items-center gap-2.5 rounded-xl border bg-warn-soft px-3.5 py-1.5 text-xs text-warn-text"
    >
      <p className="min-w-0 flex-1">{strings.keptText(removed.map(({ name }) => name))}</p>
      <Button size="sm" onClick={() => setKept(new Set())}>
        {strings.show}
      </Button>
    </div>
  )
}
