import type { Configuration } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import type { useBlocker } from 'react-router'
import type { PendingChanges } from '../../features/row-grid/pending/pending-changes.ts'
import { usePendingState } from '../../features/row-grid/pending/use-pending.ts'
import { viewDrafts } from '../../features/row-grid/views/view-drafts.ts'
import { useCurrentProject } from '../../state/current-project.tsx'
import { useKeptDrafts } from '../../state/unsaved/kept-drafts.ts'
import { ConfirmLeave } from '../../ui/dialogs/confirm-leave.tsx'
import { dataStrings } from './strings.ts'

const strings = dataStrings.leave

interface LeaveDialogProps {
  blocker: ReturnType<typeof useBlocker>
  pending: PendingChanges
  synced: Configuration
  /** Whether text of the JSON editor is not applied yet. */
  isText: boolean
}

/** Confirms leaving the screen with an unsaved schema; unsaved rows and views stay. */
export function LeaveDialog({ blocker, pending, synced, isText }: LeaveDialogProps) {
  const { counts } = usePendingState(pending)
  const rows = [...counts].map(([id, count]) =>
    strings.rowsOf(findTable(synced, id)?.name ?? '', count),
  )
  const views = [...useKeptDrafts(viewDrafts, useCurrentProject().id).values()]
  const lost = isText ? strings.json : strings.schema
  const sentences = [
    lost,
    ...(rows.length === 0 ? [] : [strings.rowsStay(rows.join(', '))]),
    ...(views.length === 0 ? [] : [strings.viewsStay(views.map(({ name }) => name).join(', '))]),
  ]
  return (
    <ConfirmLeave
      blocker={blocker}
      title={strings.title}
      text={sentences.join(' ')}
      stay={strings.stay}
      leave={strings.leave}
    />
  )
}
