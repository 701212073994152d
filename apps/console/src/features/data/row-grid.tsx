import type { Table } from '@plinth/contract'
import { useMemo, useState } from 'react'
import type { ColumnAct } from './column-menu.tsx'
import type { DialogAction } from './dialog-mode.ts'
import { type GridColumn, listGridColumns } from './grid-columns.ts'
import { GridHeader, type GridSort } from './grid-header.tsx'
import { strings } from './strings.ts'

interface RowGridProps {
  table: Table
  onDialog: (action: DialogAction) => void
}

/** The rows of a table under its columns; until rows can be read it says when they come. */
export function RowGrid({ table, onDialog }: RowGridProps) {
  const columns = useMemo(() => listGridColumns(table), [table])
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({})
  const [sort, setSort] = useState<GridSort>()

  const act = ({ key, column }: GridColumn, chosen: ColumnAct) => {
    if (chosen === 'sortAscending') setSort({ key, direction: 'ascending' })
    else if (chosen === 'sortDescending') setSort({ key, direction: 'descending' })
    else if (column) {
      const event = chosen === 'edit' ? 'editColumn' : 'deleteColumn'
      onDialog({ event, tableId: table.id, columnId: column.id })
    }
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {/* biome-ignore lint/a11y/useSemanticElements: rows are drawn only where they are in view */}
      <div
        role="grid"
        aria-label={strings.grid.label(table.name || strings.untitledTable)}
        className="min-h-0 flex-1 overflow-auto"
      >
        <GridHeader
          table={table}
          columns={columns}
          widths={widths}
          sort={sort}
          onResize={(key, width) => setWidths((now) => ({ ...now, [key]: width }))}
          onAct={act}
        />
      </div>
      <p className="pointer-events-none absolute inset-x-0 top-32 px-6 text-center text-sm text-fg-2">
        {strings.grid.noRows}
      </p>
    </div>
  )
}
