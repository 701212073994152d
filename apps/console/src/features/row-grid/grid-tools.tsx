import { useNavigate } from 'react-router'
import { usersPlace } from '../../state/places.ts'
import { saveExport } from './import/save-export.ts'
import type { RowPages } from './rows/row-pages.ts'
import type { RowScope } from './rows/row-scope.ts'
import { rangeOf } from './selection/selection.ts'
import type { StoredGridProps } from './stored-grid-props.ts'
import { FilterNote } from './toolbar/filter-chip.tsx'
import { GridBar } from './toolbar/grid-bar.tsx'
import { RowFilterBar } from './toolbar/row-filter-bar.tsx'
import type { RowQuery } from './toolbar/use-row-query.ts'
import type { StoredGridState } from './use-stored-grid.ts'

interface GridToolsProps extends StoredGridProps {
  grid: StoredGridState
  query: RowQuery
  scope: RowScope
  pages: RowPages
  onImport: () => void
}

/** The toolbar of the grid and, below it, the open filter. */
export function GridTools(props: GridToolsProps) {
  const { table, environment, synced, grid, query, scope, pages } = props
  const { search, filter, isFilterOpen, setFilterOpen, parts } = query
  const { isReadOnly } = environment
  const navigate = useNavigate()
  const { projectId } = scope
  const place = usersPlace({ projectId, environment: scope.environment, tableId: table.id })
  const range = grid.selection ? rangeOf(grid.selection) : undefined
  const note = (
    <FilterNote
      {...{ filter, note: props.note, viewsMenu: props.viewsMenu }}
      onOpen={() => setFilterOpen(true)}
      onRemove={() => {
        query.removeFilter()
        grid.focusGrid()
      }}
    />
  )
  return (
    <>
      <GridBar
        {...{ table, search, isFilterOpen, isReadOnly, note }}
        columnsMenu={props.columnsMenu}
        onSearch={query.setSearch}
        isFiltered={filter !== ''}
        onToggleFilter={() => setFilterOpen(!isFilterOpen)}
        selectedRows={range ? range.bottom - range.top + 1 : 0}
        density={props.density}
        onDensity={props.onDensity}
        onAddField={props.onAddField}
        onAddRow={grid.addRow}
        onDeleteRows={() => void grid.deleteRows()}
        onRefresh={pages.refresh}
        onImport={props.onImport}
        onShowUsers={table.type === 'Auth' ? () => navigate(place) : undefined}
        onExport={(format) => void saveExport({ scope, columns: props.all, format, ...parts })}
      />
      {isFilterOpen ? (
        <RowFilterBar
          {...{ synced, scope, filter }}
          onFilter={(next) => {
            query.setFilter(next)
            grid.focusGrid()
          }}
          onClose={() => setFilterOpen(false)}
          onLeave={grid.focusGrid}
        />
      ) : null}
    </>
  )
}
