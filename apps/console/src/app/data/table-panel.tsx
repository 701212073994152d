import type { Configuration, Table } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { Sigma } from 'lucide-react'
import { memo } from 'react'
import { ComputedGrid } from '../../features/row-grid/computed-grid.tsx'
import type { PendingChanges } from '../../features/row-grid/pending/pending-changes.ts'
import { RowGrid } from '../../features/row-grid/row-grid.tsx'
import { gridStrings } from '../../features/row-grid/strings/grid-strings.ts'
import type { SchemaDialogAction } from '../../state/schema/schema-dialog.ts'
import { schemaStrings } from '../../state/schema/schema-strings.ts'
import { TypeBadge } from '../../state/schema/type-badge.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Button } from '../../ui/primitives/button.tsx'
import { RefusedPanel } from './refused-panel.tsx'

interface TablePanelProps {
  projectId: string
  table: Table
  synced: Configuration
  /** Why the server refuses the applied query; undefined if it does not. */
  refused: string | undefined
  pending: PendingChanges
  onDialog: ((action: SchemaDialogAction) => void) | undefined
}

/** A Computed table that is not in the database yet has no rows. */
function ComputedBody({ table, onDialog }: Pick<TablePanelProps, 'table' | 'onDialog'>) {
  return (
    <>
      <header className="flex h-11 shrink-0 items-center gap-2 border-b pr-2 pl-3.5">
        <h2 className="truncate text-sm font-semibold">
          {table.name || schemaStrings.untitledTable}
        </h2>
        <TypeBadge type={table.type} />
      </header>
      <EmptyState
        icon={<Sigma />}
        title={gridStrings.computedTitle}
        text={`${gridStrings.computed} ${gridStrings.computedSync}`}
        className="flex-1 justify-center"
      >
        {onDialog ? (
          <Button onClick={() => onDialog({ event: 'editTable', tableId: table.id })}>
            {gridStrings.editQuery}
          </Button>
        ) : null}
      </EmptyState>
    </>
  )
}

/** The selected table with its fields and rows. */
export const TablePanel = memo(function TablePanel({ refused, ...props }: TablePanelProps) {
  const { table, synced, onDialog } = props
  const stored = findTable(synced, table.id)
  const isComputed = table.type === 'Computed'
  const isReady = stored?.type === 'Computed' && Boolean(stored.query)
  const isRefused = isComputed && refused !== undefined
  return (
    <section
      aria-label={table.name || schemaStrings.untitledTable}
      className="relative flex min-w-0 flex-1 flex-col overflow-hidden rounded-xl border bg-surface shadow-1"
    >
      {isRefused ? (
        <RefusedPanel
          {...{ table, onDialog }}
          reason={refused}
          isChanged={table.query !== stored?.query}
        />
      ) : null}
      {isComputed && isReady && !isRefused ? (
        <ComputedGrid key={table.id} {...props} stored={stored} />
      ) : null}
      {isComputed && !isReady && !isRefused ? (
        <ComputedBody table={table} onDialog={onDialog} />
      ) : null}
      {isComputed ? null : <RowGrid key={table.id} {...props} />}
    </section>
  )
})
