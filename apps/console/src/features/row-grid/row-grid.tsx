import type { Configuration, GridPreferences, Table } from '@plinth/contract'
import { findTable } from '@plinth/schema'
import { CloudUpload } from 'lucide-react'
import { type ReactNode, useCallback } from 'react'
import type { SchemaDialogAction } from '../../state/schema/schema-dialog.ts'
import { schemaStrings } from '../../state/schema/schema-strings.ts'
import { RowsSkeleton } from '../../state/screen-skeletons.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useAnnouncement } from '../../ui/primitives/announcement.tsx'
import { ColumnsMenu } from './columns/columns-menu.tsx'
import type { GridColumn } from './columns/grid-columns.ts'
import { GridHeader } from './columns/grid-header.tsx'
import type { PlacedColumn } from './columns/grid-layout.ts'
import { useArrangement } from './columns/use-arrangement.ts'
import type { PendingChanges } from './pending/pending-changes.ts'
import { useGridEnvironment } from './rows/use-grid-environment.ts'
import { StoredGrid } from './stored-grid.tsx'
import { gridStrings as strings } from './strings/grid-strings.ts'
import { PanelHeader } from './toolbar/grid-bar.tsx'
import { type GridView, useGridView } from './views/use-grid-view.ts'
import { ViewsMenu } from './views/views-menu.tsx'

interface RowGridProps {
  projectId: string
  table: Table
  synced: Configuration
  pending: PendingChanges
  onDialog: ((action: SchemaDialogAction) => void) | undefined
  /** Shown beside the name, for example why rows are read-only. */
  note?: ReactNode
}

interface ArrangedGridProps extends RowGridProps {
  preferences: GridPreferences
  view: GridView
}

/** The columns of a table that is not synced yet. */
function DraftGrid({ table, header }: { table: Table; header: ReactNode }) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: only the rows in view are rendered */}
      <div
        role="grid"
        aria-label={strings.label(table.name || schemaStrings.untitledTable)}
        className="flex min-h-0 flex-1 flex-col overflow-auto"
      >
        {header}
      </div>
      <EmptyState
        icon={<CloudUpload />}
        title={strings.draftTitle}
        text={strings.draftText}
        className="pointer-events-none absolute inset-x-0 top-20"
      />
      <footer className="flex h-8 shrink-0 items-center border-t bg-sunken/60 px-3.5 text-xs text-fg-2 tabular-nums">
        {strings.fields(table.columns.length)}
      </footer>
    </>
  )
}

function ArrangedGrid({ preferences, view, ...props }: ArrangedGridProps) {
  const { table, onDialog, projectId } = props
  const isComputed = table.type === 'Computed'
  const here = useGridEnvironment()
  const environment = isComputed ? { ...here, isReadOnly: true } : here
  const stored = findTable(props.synced, table.id)
  const { announce, region } = useAnnouncement()
  const onHide = useCallback(
    ({ name }: GridColumn) => announce(strings.hidden(name || schemaStrings.untitledField)),
    [announce],
  )
  const onField = useCallback(
    (act: 'edit' | 'delete', { column }: GridColumn) => {
      const event = act === 'edit' ? 'editColumn' : 'deleteColumn'
      if (column) onDialog?.({ event, tableId: table.id, columnId: column.id })
    },
    [onDialog, table.id],
  )
  const arranged = { table, stored, preferences, onPrefer: view.prefer, onHide, onField }
  const { all, columns, prefer, resize, put, act } = useArrangement(arranged)
  const { sort, hidden, density } = preferences
  const addField = onDialog && (() => onDialog({ event: 'createColumn', tableId: table.id }))
  const header = (shown: readonly PlacedColumn[], onSelectAll: () => void) => (
    <GridHeader
      {...{ table, sort, onSelectAll }}
      columns={shown}
      isStored={stored !== undefined}
      isFixed={!onDialog}
      onResize={resize}
      onMove={put}
      onAct={act}
    />
  )
  const onHidden = (next: string[]) => prefer({ hidden: next })
  const isNamed = preferences.relations === 'names'
  const columnsMenu = (
    <ColumnsMenu
      {...{ columns: all, hidden, onHidden }}
      isNamed={all.some(({ field }) => field?.type === 'relation') ? isNamed : undefined}
      onNamed={(next) => prefer({ relations: next ? 'names' : 'ids' })}
    />
  )
  return (
    <>
      {stored ? (
        <StoredGrid
          {...{ table, environment, all, columns, sort, density, header, columnsMenu, isNamed }}
          projectId={projectId}
          filter={view.filter}
          onFilter={view.setFilter}
          viewsMenu={<ViewsMenu {...{ projectId, tableId: table.id }} grid={view} />}
          stored={stored.name}
          synced={props.synced}
          pending={props.pending}
          onDensity={(next) => prefer({ density: next })}
          onShowColumn={(key) => onHidden(hidden.filter((one) => one !== key))}
          onAddField={isComputed ? undefined : addField}
          note={props.note}
        />
      ) : (
        <>
          <PanelHeader table={table} onAddField={addField}>
            {columnsMenu}
          </PanelHeader>
          <DraftGrid table={table} header={header(columns, () => undefined)} />
        </>
      )}
      {region}
    </>
  )
}

/** The data grid of a table in the user's own view or a named one. */
export function RowGrid(props: RowGridProps) {
  const { projectId, table, synced } = props
  const view = useGridView({ projectId, tableId: table.id, synced })
  const { preferences } = view
  if (preferences) return <ArrangedGrid {...props} {...{ preferences, view }} />
  return (
    <>
      <PanelHeader table={table} note={props.note} />
      <div className="min-h-0 flex-1 overflow-hidden" aria-busy="true">
        <div className="h-9 border-b bg-sunken" />
        <RowsSkeleton rowHeight={34} />
      </div>
    </>
  )
}
