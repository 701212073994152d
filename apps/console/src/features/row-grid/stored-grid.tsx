import type { Configuration } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { lazy, Suspense, useEffect, useState } from 'react'
import { recountRows } from '../../state/row-counts.ts'
import { schemaStrings } from '../../state/schema/schema-strings.ts'
import { useModShortcut } from '../../ui/hooks/use-shortcut.ts'
import type { PlacedColumn } from './columns/grid-layout.ts'
import { ROW_HEIGHTS } from './columns/use-grid-preferences.ts'
import { useMissingTable } from './edits/use-missing-table.ts'
import { useRows } from './edits/use-rows.ts'
import { GridElement } from './grid-element.tsx'
import { GridTools } from './grid-tools.tsx'
import { useLiveGrid } from './live/use-live-grid.ts'
import { createFlashes } from './marks/flashes.ts'
import { RowPanel } from './panel/row-panel.tsx'
import { type PanelState, useRowPanel } from './panel/use-row-panel.ts'
import { RelatedScope } from './related/related-scope.tsx'
import type { RowScope } from './rows/row-scope.ts'
import { countCells, type Range, rangeOf, selectCell } from './selection/selection.ts'
import type { StoredGridProps } from './stored-grid-props.ts'
import { gridStrings as strings } from './strings/grid-strings.ts'
import { GridFooter } from './toolbar/grid-footer.tsx'
import { GridMessage } from './toolbar/grid-message.tsx'
import { GridNotices } from './toolbar/grid-notices.tsx'
import { useRowQuery } from './toolbar/use-row-query.ts'
import { usePaletteLinks } from './use-palette-links.ts'
import { type StoredGridState, useStoredGrid } from './use-stored-grid.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-rows-dialog.tsx')).ImportRowsDialog,
}))

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
  panel: PanelState
  scope: RowScope
  synced: Configuration
  onShowRow: (id: string) => void
}

function PanelPart({ grid, all, ...rest }: PanelPartProps) {
  if (!rest.panel.openedBy || !grid.followed) return null
  const { col } = grid.followed.selection.focus
  return (
    <RowPanel
      {...rest}
      model={{ ...grid.model, columns: all }}
      onRow={(next) => grid.actions.select(selectCell({ row: next, col }))}
      onClose={() => {
        rest.panel.show(undefined)
        grid.focusGrid()
      }}
    />
  )
}

/** Whether a range has every column, as after a click on a row number. */
function isWhole({ left, right }: Range, columns: readonly PlacedColumn[]): boolean {
  return columns.length > 1 && left === 0 && right === columns.length - 1
}

/** The spreadsheet-like grid of a synced table. */
export function StoredGrid(props: StoredGridProps) {
  const { projectId, table, pending, all, columns, environment, synced, stored, density } = props
  const store = pending.storeOf(table.id)
  const [isJumping, setJumping] = useState(false)
  const [isImporting, setImporting] = useState(false)
  const query = useRowQuery(props)
  const { parts } = query
  const scope: RowScope = { projectId, environment: environment.name, table: stored }
  const loaded = useRows({ scope, store, ...parts })
  const { pages, total, version, error } = loaded
  const [flashes] = useState(createFlashes)
  useEffect(() => flashes.stop, [flashes])
  const rowHeight = ROW_HEIGHTS[density]
  const { isReadOnly } = environment
  const source = { columns, store, pages, total, version, rowHeight, isReadOnly }
  const grid = useStoredGrid({
    ...source,
    all,
    flashes,
    onShowColumn: props.onShowColumn,
    onShowRow: query.showRow,
  })
  const isLive = findTable(synced, table.id)?.live === true
  const panel = useRowPanel({ grid, loaded, scope, filter: parts.filter })
  const editedId = grid.editing?.target.id ?? panel.field?.row.id
  const live = useLiveGrid({ isLive, scope, ...parts, loaded, editedId, flashes })
  useMissingTable({ projectId, isEditing: editedId !== undefined, errors: [error, live?.error] })
  usePaletteLinks({
    ...props,
    grid,
    total,
    setPanel: panel.show,
    setImporting,
    showRow: query.showRow,
  })
  // The grid has this key as well; here it works from the rest of the screen.
  useModShortcut('Enter', grid.addRow)
  const hasRows = grid.model.count > 0
  const range = grid.selection ? rangeOf(grid.selection) : undefined
  return (
    <>
      <GridTools {...{ ...props, grid, query, scope, pages }} onImport={() => setImporting(true)} />
      <RelatedScope {...{ synced, scope }} isNamed={props.isNamed}>
        <div className="relative flex min-h-0 flex-1">
          <GridElement
            label={strings.label(table.name || schemaStrings.untitledTable)}
            {...{ grid, rowHeight, synced, scope }}
            waiting={loaded.waiting}
            header={props.header(grid.model.columns, grid.selectAll)}
            tableId={table.id}
            onFilter={query.addFilter}
            onOpenRow={panel.show}
            onJump={() => setJumping(true)}
          />
          <PanelPart {...{ grid, all, panel, synced, scope }} onShowRow={query.showRow} />
          <GridMessage
            isReadOnly={isReadOnly}
            error={hasRows ? undefined : error}
            isEmpty={total === 0 && !hasRows}
            loadingHeight={version === 0 && !hasRows ? rowHeight : undefined}
            isFiltered={parts.filter !== undefined}
            onRetry={pages.refresh}
            onShowAll={() => {
              query.showAll()
              grid.focusGrid()
            }}
          />
        </div>
      </RelatedScope>
      <GridNotices
        {...{ store, pending, pages, live }}
        left={loaded.left}
        onShowRows={query.showRows}
        loadError={hasRows ? error : undefined}
        onRetry={pages.refresh}
      />
      <GridFooter
        {...{ store, total, isJumping, live }}
        reached={grid.model.count - grid.model.added.length}
        fields={all.filter(({ field, column }) => field ?? column).length}
        selectedCells={range ? countCells(range) : 0}
        selectedRows={range && isWhole(range, columns) ? range.bottom - range.top + 1 : 0}
        onDeleteRows={isReadOnly ? undefined : () => void grid.deleteRows()}
        onJumping={setJumping}
        onJump={grid.goTo}
        onLeave={grid.focusGrid}
        onShowProblem={grid.showProblem}
      />
      {isImporting ? (
        <ImportPart
          {...{ scope, synced }}
          onImported={() => {
            pages.refresh()
            recountRows(projectId)
          }}
          onClose={() => setImporting(false)}
        />
      ) : null}
    </>
  )
}
