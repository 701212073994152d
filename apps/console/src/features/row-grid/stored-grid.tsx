import type { Configuration, Table } from '@plinth/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { schemaStrings } from '../../state/schema/schema-strings.ts'
import { useDebounced } from '../../ui/hooks/use-debounced.ts'
import type { GridColumn } from './columns/grid-columns.ts'
import type { PlacedColumn } from './columns/grid-layout.ts'
import { type GridSort, printSort } from './columns/grid-sort.ts'
import { SEARCH_PAUSE_MS, searchFilter } from './columns/search-filter.ts'
import { type Density, ROW_HEIGHTS } from './columns/use-grid-preferences.ts'
import { useRows } from './edits/use-rows.ts'
import { FileScope } from './files/use-thumbnail.ts'
import { GridElement } from './grid-element.tsx'
import { saveExport } from './import/save-export.ts'
import type { PendingChanges } from './pending/pending-changes.ts'
import { type OpenedBy, RowPanel } from './row-panel.tsx'
import type { RowScope } from './rows/row-scope.ts'
import type { GridEnvironment } from './rows/use-grid-environment.ts'
import { countCells, rangeOf, selectCell } from './selection/selection.ts'
import { gridStrings as strings } from './strings/grid-strings.ts'
import { GridBar } from './toolbar/grid-bar.tsx'
import { GridFooter } from './toolbar/grid-footer.tsx'
import { GridMessage } from './toolbar/grid-message.tsx'
import { GridNotices } from './toolbar/grid-notices.tsx'
import { RowFilterBar } from './toolbar/row-filter-bar.tsx'
import { type StoredGridState, useStoredGrid } from './use-stored-grid.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-rows-dialog.tsx')).ImportRowsDialog,
}))

export interface StoredGridProps {
  projectId: string
  table: Table
  /** The synced name of the table. */
  stored: string
  synced: Configuration
  environment: GridEnvironment
  /** All columns, hidden ones included. */
  all: readonly PlacedColumn[]
  columns: readonly PlacedColumn[]
  sort: GridSort
  density: Density
  pending: PendingChanges
  header: (onSelectAll: () => void) => ReactNode
  columnsMenu: ReactNode
  onDensity: (density: Density) => void
  /** Called to show a hidden column that has an error or a conflict. */
  onShowColumn: (key: string) => void
  onAddField?: (() => void) | undefined
  note?: ReactNode
}

interface Queried {
  all: readonly GridColumn[]
  columns: readonly GridColumn[]
  sort: GridSort
}

/** The filter and sort of the grid. Hidden columns are sorted by but not searched, as a match would be invisible. */
function useRowQuery({ all, columns, sort }: Queried) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState('')
  const debounced = useDebounced(search, SEARCH_PAUSE_MS)
  const wanted = searchFilter(columns, { search: debounced, filter })
  const parts = { filter: wanted, sort: printSort(sort, all) }
  return { search, setSearch, filter, setFilter, parts }
}

interface ImportPartProps {
  scope: RowScope
  synced: Configuration
  onImported: () => void
  onClose: () => void
}

function ImportPart({ synced, ...rest }: ImportPartProps) {
  const table = synced.tables.find(({ name }) => name === rest.scope.table)
  return (
    <Suspense fallback={null}>
      <ImportDialog {...rest} fields={table?.columns ?? []} />
    </Suspense>
  )
}

interface PanelPartProps {
  grid: StoredGridState
  all: readonly PlacedColumn[]
  openedBy: OpenedBy
  scope: RowScope
  synced: Configuration
  onClose: () => void
}

function PanelPart({ grid, all, onClose, ...rest }: PanelPartProps) {
  if (!grid.selection) return null
  const { row, col } = grid.selection.focus
  return (
    <RowPanel
      {...rest}
      model={{ ...grid.model, columns: all }}
      row={row}
      onRow={(next) => grid.actions.select(selectCell({ row: next, col }))}
      onDelete={() => void grid.deleteRows()}
      onClose={() => {
        onClose()
        grid.focusGrid()
      }}
    />
  )
}

/** The spreadsheet-like grid of a synced table. */
export function StoredGrid(props: StoredGridProps) {
  const { projectId, table, pending, all, columns, environment, synced, stored } = props
  const store = pending.storeOf(table.id)
  const [isFilterOpen, setFilterOpen] = useState(false)
  const [isJumping, setJumping] = useState(false)
  const [panel, setPanel] = useState<OpenedBy>()
  const [isImporting, setImporting] = useState(false)
  const { search, setSearch, filter, setFilter, parts } = useRowQuery(props)
  const scope: RowScope = { projectId, environment: environment.name, table: stored }
  const { pages, total, version, error } = useRows({ scope, store, ...parts })
  const rowHeight = ROW_HEIGHTS[props.density]
  const { isReadOnly } = environment
  const source = { columns, store, pages, total, version, rowHeight, isReadOnly }
  const grid = useStoredGrid({ ...source, all, onShowColumn: props.onShowColumn })
  const hasRows = grid.model.count > 0
  const range = grid.selection ? rangeOf(grid.selection) : undefined
  const showAll = () => {
    setSearch('')
    setFilter('')
    setFilterOpen(false)
    grid.focusGrid()
  }
  return (
    <>
      <GridBar
        {...{ table, search, isFilterOpen, isReadOnly }}
        columnsMenu={props.columnsMenu}
        onSearch={setSearch}
        isFiltered={filter !== ''}
        onToggleFilter={() => setFilterOpen(!isFilterOpen)}
        selectedRows={range ? range.bottom - range.top + 1 : 0}
        density={props.density}
        onDensity={props.onDensity}
        onAddField={props.onAddField}
        note={props.note}
        onAddRow={grid.addRow}
        onDeleteRows={() => void grid.deleteRows()}
        onRefresh={pages.refresh}
        onImport={() => setImporting(true)}
        onExport={(format) => void saveExport({ scope, columns: all, format, ...parts })}
      />
      {isFilterOpen ? (
        <RowFilterBar
          {...{ synced, filter }}
          table={stored}
          onFilter={(next) => {
            setFilter(next)
            grid.focusGrid()
          }}
          onClose={() => setFilterOpen(false)}
          onLeave={grid.focusGrid}
        />
      ) : null}
      <FileScope value={scope}>
        <div className="relative flex min-h-0 flex-1">
          <GridElement
            label={strings.label(table.name || schemaStrings.untitledTable)}
            {...{ grid, rowHeight, synced, scope }}
            header={props.header(grid.selectAll)}
            onOpenRow={setPanel}
            onJump={() => setJumping(true)}
          />
          {panel ? (
            <PanelPart
              {...{ grid, all, synced, scope }}
              openedBy={panel}
              onClose={() => setPanel(undefined)}
            />
          ) : null}
          <GridMessage
            isReadOnly={isReadOnly}
            error={hasRows ? undefined : error}
            isEmpty={total === 0 && !hasRows}
            isFiltered={parts.filter !== undefined}
            onRetry={pages.refresh}
            onShowAll={showAll}
          />
        </div>
      </FileScope>
      <GridNotices
        {...{ store, pending }}
        loadError={hasRows ? error : undefined}
        onRetry={pages.refresh}
      />
      <GridFooter
        {...{ store, total, isJumping }}
        reached={grid.model.count - grid.model.added.length}
        fields={all.filter(({ field, column }) => field ?? column).length}
        selectedCells={range ? countCells(range) : 0}
        onJumping={setJumping}
        onJump={grid.goTo}
        onLeave={grid.focusGrid}
        onShowProblem={grid.showProblem}
      />
      {isImporting ? (
        <ImportPart
          {...{ scope, synced }}
          onImported={pages.refresh}
          onClose={() => setImporting(false)}
        />
      ) : null}
    </>
  )
}
