import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/primitives/copy-button.tsx'
import { NO_EDITS } from '../edits/edits.ts'
import { gridStrings } from '../strings/grid-strings.ts'
import type { PendingChanges } from './pending-changes.ts'
import { usePendingState } from './use-pending.ts'

const strings = gridStrings.removedTable

/**
 * Asks before unsaved changes of a table that left the database are discarded, and shows them to be copied. What is kept
 * is asked about again when the screen is opened again.
 */
export function RemovedTables({ pending }: { pending: PendingChanges }) {
  const { removed } = usePendingState(pending)
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const table = removed.find(({ id }) => !kept.has(id))
  if (!table) return null
  const text = pending.printRemoved(table.id)
  return (
    <ConfirmDialog
      key={table.id}
      open
      onOpenChange={(open) => (open ? undefined : setKept(new Set([...kept, table.id])))}
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
