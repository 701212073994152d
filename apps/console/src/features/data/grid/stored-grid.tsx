import type { Configuration, Table } from '@plinth/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { strings } from '../strings.ts'
import { FileScope } from './files/use-thumbnail.ts'
import { FilterBar } from './filter-bar.tsx'
import { GridBar } from './grid-bar.tsx'
import type { GridColumn } from './grid-columns.ts'
import { GridElement } from './grid-element.tsx'
import { GridFooter } from './grid-footer.tsx'
import type { PlacedColumn } from './grid-layout.ts'
import { GridMessage } from './grid-message.tsx'
import { type GridSort, printSort } from './grid-sort.ts'
import type { GridStore } from './grid-store.ts'
import { saveExport } from './import/save-export.ts'
import { RowPanel } from './row-panel.tsx'
import type { RowScope } from './row-scope.ts'
import { searchFilter } from './search-filter.ts'
import { countCells, rangeOf, selectCell } from './selection.ts'
import type { GridEnvironment } from './use-grid-environment.ts'
import { type Density, ROW_HEIGHTS } from './use-grid-preferences.ts'
import { useRows } from './use-rows.ts'
import { useSaveRows } from './use-save-rows.ts'
import { useSettled } from './use-settled.ts'
import { useStoredGrid } from './use-stored-grid.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.tsx')).ImportDialog,
}))

export interface StoredGridProps {
  projectId: string
  table: Table
  /** The name of the table in the database. */
  stored: string
  synced: Configuration
  environment: GridEnvironment
  columns: readonly PlacedColumn[]
  sort: GridSort
  density: Density
  store: GridStore
  header: (onSelectAll: () => void) => ReactNode
  onDensity: (density: Density) => void
  onAddField: (() => void) | undefined
}

function useQueryParts(columns: readonly GridColumn[], sort: GridSort) {
  const [search, setSearch] = useState('')
  const [filter, setFilter] = useState('')
  const settled = useSettled(search)
  const wanted = searchFilter(columns, { search: settled, filter })
  const parts = { filter: wanted, sort: printSort(sort, columns) }
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

/** The rows of a table that is in the database, as in a spreadsheet. */
export function StoredGrid(props: StoredGridProps) {
  const { table, store, columns, environment, synced, stored } = props
  const [isFilterOpen, setFilterOpen] = useState(false)
  const [isJumping, setJumping] = useState(false)
  const [isPanel, setPanel] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const { search, setSearch, filter, setFilter, parts } = useQueryParts(columns, props.sort)
  const scope: RowScope = {
    projectId: props.projectId,
    environment: environment.name,
    table: stored,
  }
  const { pages, total, version, error } = useRows({ scope, store, ...parts })
  useSaveRows({ scope, store, pages })
  const rowHeight = ROW_HEIGHTS[props.density]
  const { isReadOnly } = environment
  const grid = useStoredGrid({ columns, store, pages, total, version, rowHeight, isReadOnly })
  const range = grid.selection ? rangeOf(grid.selection) : undefined
  const showAll = () => {
    setSearch('')
    setFilter('')
    setFilterOpen(false)
  }
  return (
    <>
      <GridBar
        table={table}
        search={search}
        onSearch={setSearch}
        isFiltered={filter !== ''}
        isFilterOpen={isFilterOpen}
        onToggleFilter={() => setFilterOpen(!isFilterOpen)}
        selectedRows={range ? range.bottom - range.top + 1 : 0}
        isReadOnly={isReadOnly}
        density={props.density}
        onDensity={props.onDensity}
        onAddField={props.onAddField}
        onAddRow={grid.addRow}
        onDeleteRows={() => void grid.deleteRows()}
        onRefresh={pages.refresh}
        onImport={() => setImporting(true)}
        onExport={(format) => void saveExport({ scope, columns, format, ...parts })}
      />
      {isFilterOpen ? (
        <FilterBar
          key={filter}
          {...{ synced, filter }}
          table={stored}
          onFilter={setFilter}
          onClose={() => setFilterOpen(false)}
        />
      ) : null}
      <FileScope value={scope}>
        <div className="relative flex min-h-0 flex-1">
          <GridElement
            label={strings.grid.label(table.name || strings.untitledTable)}
            {...{ grid, rowHeight, synced, scope }}
            header={props.header(grid.selectAll)}
            onOpenRow={() => setPanel(true)}
            onJump={() => setJumping(true)}
          />
          {isPanel && grid.selection ? (
            <RowPanel
              {...{ synced, scope }}
              model={grid.model}
              row={grid.selection.focus.row}
              onRow={(row) =>
                grid.acts.select(selectCell({ row, col: grid.selection?.focus.col ?? 0 }))
              }
              onDelete={() => void grid.deleteRows()}
              onClose={() => {
                setPanel(false)
                grid.focusGrid()
              }}
            />
          ) : null}
          <GridMessage
            {...{ error, isReadOnly }}
            isEmpty={total === 0 && grid.model.count === 0}
            isFiltered={parts.filter !== undefined}
            onRetry={pages.refresh}
            onShowAll={showAll}
          />
        </div>
      </FileScope>
      <GridFooter
        {...{ store, total, isJumping }}
        fields={table.columns.length}
        selectedCells={range ? countCells(range) : 0}
        onJumping={setJumping}
        onJump={grid.goTo}
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
