import type { Configuration } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import type { useBlocker } from 'react-router'
import type { PendingChanges } from '../../features/row-grid/pending/pending-changes.ts'
import { usePendingState } from '../../features/row-grid/pending/use-pending.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { dataStrings } from './strings.ts'

const strings = dataStrings.leave

interface LeaveDialogProps {
  blocker: ReturnType<typeof useBlocker>
  pending: PendingChanges
  synced: Configuration
  /** Whether text of the JSON editor is not applied yet. */
  isText: boolean
}

/** Confirms leaving the screen with an unsaved schema; unsaved rows stay. */
export function LeaveDialog({ blocker, pending, synced, isText }: LeaveDialogProps) {
  const { counts } = usePendingState(pending)
  const rows = [...counts].map(([id, count]) =>
    strings.rowsOf(findTable(synced, id)?.name ?? '', count),
  )
  const lost = isText ? strings.json : strings.schema
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => (open ? undefined : blocker.reset?.())}
      title={strings.title}
      text={rows.length === 0 ? lost : `${lost} ${strings.rowsStay(rows.join(', '))}`}
      cancelLabel={strings.stay}
      confirmLabel={strings.leave}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
