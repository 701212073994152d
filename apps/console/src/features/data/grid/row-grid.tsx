import type { Configuration, Table } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { CloudUpload } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { DialogAction } from '../dialog-mode.ts'
import { strings } from '../strings.ts'
import type { ColumnAct } from './column-menu.tsx'
import { PanelHeader } from './grid-bar.tsx'
import { type GridColumn, listGridColumns } from './grid-columns.ts'
import { GridHeader } from './grid-header.tsx'
import { moveColumn, orderColumns, placeColumns, putColumn } from './grid-layout.ts'
import { dropSort, type GridSort, sortBy } from './grid-sort.ts'
import type { GridStore } from './grid-store.ts'
import { StoredGrid } from './stored-grid.tsx'
import { useGridEnvironment } from './use-grid-environment.ts'
import { useGridPreferences } from './use-grid-preferences.ts'

interface RowGridProps {
  projectId: string
  table: Table
  synced: Configuration
  store: GridStore
  onDialog: ((action: DialogAction) => void) | undefined
  /** Stands beside the name, and says why rows are only read. */
  note?: ReactNode
}

const SORTS = {
  sortAscending: { direction: 'ascending', isFurther: false },
  sortDescending: { direction: 'descending', isFurther: false },
  thenAscending: { direction: 'ascending', isFurther: true },
  thenDescending: { direction: 'descending', isFurther: true },
} as const

/** The columns of a table as somebody has arranged them, and what their menus do. */
function useColumns({ table, synced, onDialog }: RowGridProps) {
  const [preferences, prefer] = useGridPreferences(table.id)
  const [sort, setSort] = useState<GridSort>([])
  const stored = findTable(synced, table.id)
  const { widths, order } = preferences
  const ordered = useMemo(
    () => orderColumns(listGridColumns(table, stored), order),
    [table, stored, order],
  )
  const columns = useMemo(() => placeColumns(ordered, widths), [ordered, widths])
  const resize = useCallback(
    (key: string, width: number) => prefer({ widths: { ...widths, [key]: width } }),
    [prefer, widths],
  )
  const put = useCallback(
    (key: string, to: number) => prefer({ order: putColumn(ordered, key, to) }),
    [prefer, ordered],
  )
  const act = useCallback(
    ({ key, column }: GridColumn, chosen: ColumnAct) => {
      if (chosen === 'clearSort') setSort((now) => dropSort(now, key))
      else if (chosen === 'moveLeft') prefer({ order: moveColumn(ordered, key, -1) })
      else if (chosen === 'moveRight') prefer({ order: moveColumn(ordered, key, 1) })
      else if (chosen === 'edit' || chosen === 'delete') {
        const event = chosen === 'edit' ? 'editColumn' : 'deleteColumn'
        if (column) onDialog?.({ event, tableId: table.id, columnId: column.id })
      } else {
        const { direction, isFurther } = SORTS[chosen]
        setSort((now) => sortBy(now, { key, direction }, isFurther))
      }
    },
    [ordered, prefer, onDialog, table.id],
  )
  return { preferences, prefer, stored, columns, sort, resize, put, act }
}

/** The rows of a table under its columns; one that was never synced says what to do first. */
export function RowGrid(props: RowGridProps) {
  const { table, onDialog } = props
  const isComputed = table.type === 'Computed'
  const here = useGridEnvironment()
  const environment = isComputed ? { ...here, isReadOnly: true } : here
  const { preferences, prefer, stored, columns, sort, resize, put, act } = useColumns(props)
  const addField = onDialog && (() => onDialog({ event: 'createColumn', tableId: table.id }))
  const header = (onSelectAll: () => void) => (
    <GridHeader
      {...{ table, columns, sort, onSelectAll }}
      isStored={stored !== undefined}
      isFixed={!onDialog}
      onResize={resize}
      onMove={put}
      onAct={act}
    />
  )
  if (stored) {
    return (
      <StoredGrid
        {...{ table, environment, columns, sort, header }}
        projectId={props.projectId}
        stored={stored.name}
        synced={props.synced}
        store={props.store}
        density={preferences.density}
        onDensity={(density) => prefer({ density })}
        onAddField={isComputed ? undefined : addField}
        note={props.note}
      />
    )
  }
  return (
    <>
      <PanelHeader table={table} onAddField={addField} />
      {/* biome-ignore lint/a11y/useSemanticElements: rows are drawn only where they are in view */}
      <div
        role="grid"
        aria-label={strings.grid.label(table.name || strings.untitledTable)}
        className="flex min-h-0 flex-1 flex-col overflow-auto"
      >
        {header(() => undefined)}
      </div>
      <EmptyState
        icon={<CloudUpload />}
        title={strings.grid.draftTitle}
        text={strings.grid.draftText}
        className="pointer-events-none absolute inset-x-0 top-20"
      />
      <footer className="flex h-8 shrink-0 items-center border-t bg-sunken/60 px-3.5 text-xs text-fg-2 tabular-nums">
        {strings.grid.fields(table.columns.length)}
      </footer>
    </>
  )
}
