import type { Table } from '@plinth/contract'
import { Plus, Sigma } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { DialogAction } from './dialog-mode.ts'
import { RowGrid } from './row-grid.tsx'
import { strings } from './strings.ts'
import { TypeBadge } from './type-badge.tsx'

interface TablePanelProps {
  table: Table
  onDialog: (action: DialogAction) => void
}

function ComputedBody({ table, onDialog }: TablePanelProps) {
  return (
    <EmptyState
      icon={<Sigma />}
      title={strings.grid.computedTitle}
      text={strings.grid.computed}
      className="flex-1 justify-center"
    >
      <Button onClick={() => onDialog({ event: 'editTable', tableId: table.id })}>
        {strings.grid.editQuery}
      </Button>
    </EmptyState>
  )
}

/** The selected table: its name, its fields and the place of its rows. */
export const TablePanel = memo(function TablePanel({ table, onDialog }: TablePanelProps) {
  const isComputed = table.type === 'Computed'
  return (
    <section
      aria-label={table.name || strings.untitledTable}
      className="relative flex min-w-0 flex-1 flex-col overflow-hidden rounded-xl border bg-surface shadow-1"
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b pr-2 pl-3.5">
        <h2 className="truncate text-sm font-semibold">{table.name || strings.untitledTable}</h2>
        <TypeBadge type={table.type} />
        {isComputed ? null : (
          <Button
            variant="ghost"
            size="sm"
            aria-label={strings.grid.addField}
            className="ml-auto"
            onClick={() => onDialog({ event: 'createColumn', tableId: table.id })}
          >
            <Plus aria-hidden="true" />
            {strings.grid.field}
          </Button>
        )}
      </header>
      {isComputed ? (
        <ComputedBody table={table} onDialog={onDialog} />
      ) : (
        <RowGrid key={table.id} table={table} onDialog={onDialog} />
      )}
      {isComputed ? null : (
        <footer className="flex h-8 shrink-0 items-center border-t bg-sunken/60 px-3.5 text-xs text-fg-2 tabular-nums">
          {strings.grid.fields(table.columns.length)}
        </footer>
      )}
    </section>
  )
})
