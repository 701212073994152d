import type { Configuration, Table } from '@plinth/contract'
import { Lock } from 'lucide-react'
import type { SchemaDialogAction } from '../../state/schema/schema-dialog.ts'
import { Button } from '../../ui/primitives/button.tsx'
import type { PendingChanges } from './pending/pending-changes.ts'
import { RowGrid } from './row-grid.tsx'
import { useGridEnvironment } from './rows/use-grid-environment.ts'
import { gridStrings as strings } from './strings/grid-strings.ts'
import { PanelHeader } from './toolbar/grid-bar.tsx'
import { GridMessage } from './toolbar/grid-message.tsx'
import { useComputedTable } from './use-computed-table.ts'

interface ComputedGridProps {
  projectId: string
  table: Table
  /** The table as last synced. */
  stored: Table
  synced: Configuration
  pending: PendingChanges
  onDialog: ((action: SchemaDialogAction) => void) | undefined
}

/** The rows of a Computed table: read-only, with search, sort and export. */
export function ComputedGrid({ table, stored, ...props }: ComputedGridProps) {
  const environment = useGridEnvironment()
  const { projectId, synced, onDialog } = props
  const { whole, error, refetch } = useComputedTable({ projectId, environment, stored, synced })
  const note = (
    <span className="flex min-w-0 items-center gap-1.5 text-xs text-fg-2">
      <Lock aria-hidden="true" className="size-3.5 shrink-0 text-fg-3" />
      <span className="truncate">{strings.computedNote}</span>
      {onDialog ? (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => onDialog({ event: 'editTable', tableId: table.id })}
        >
          {strings.editQuery}
        </Button>
      ) : null}
    </span>
  )
  if (whole) return <RowGrid {...props} table={table} synced={whole.synced} note={note} />
  return (
    <>
      <PanelHeader table={table} note={note} />
      <div className="relative flex-1" aria-busy={!error}>
        <GridMessage
          error={error ?? undefined}
          isEmpty={false}
          isFiltered={false}
          onRetry={() => void refetch()}
          onShowAll={() => undefined}
        />
      </div>
    </>
  )
}
