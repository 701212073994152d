import type { Configuration } from '@plinth/contract'
import type { CSSProperties, HTMLAttributes } from 'react'
import { CellEditor } from '../editors/cell-editor.tsx'
import type { RowScope } from '../rows/row-scope.ts'
import {
  editableField,
  type GridModel,
  openableField,
  rowAt,
  valueAt,
} from '../selection/grid-model.ts'
import type { CellPosition, CellSelection } from '../selection/selection.ts'
import type { Editing, GridActions } from '../selection/use-grid-state.ts'
import { DropOutline, GridOutline } from './grid-outlines.tsx'
import { GridRows } from './grid-rows.tsx'
import { OverColumns } from './over-columns.tsx'
import { GRID_HEADER_HEIGHT } from './reveal-cell.ts'
import type { GridWindow } from './use-grid-window.ts'

interface OpenEditorProps {
  model: GridModel
  rowHeight: number
  editing: Editing | undefined
  actions: GridActions
  synced: Configuration
  scope: RowScope
}

/** The editor over the cell being edited; rendered outside the grid element, which must contain only rows. */
export function OpenEditor({ model, rowHeight, editing, actions, synced, scope }: OpenEditorProps) {
  const column = editing ? model.columns[editing.col] : undefined
  const field = editing ? openableField(model, editing) : undefined
  const row = editing ? rowAt(model, editing.row) : undefined
  if (!editing || !column || !field || !row) return null
  const { width } = column
  return (
    <OverColumns
      key={`${editing.row} ${column.key}`}
      data-editor
      className="z-20"
      {...{ column, width }}
      top={GRID_HEADER_HEIGHT + editing.row * rowHeight}
      height={rowHeight}
    >
      <CellEditor
        field={field}
        label={column.name}
        value={valueAt(model, editing)}
        rowId={row.id}
        isReadOnly={editableField(model, editing) === undefined}
        {...(editing.dropped && { dropped: editing.dropped })}
        isReplacing={editing.isReplacing}
        synced={synced}
        scope={scope}
        onCommit={actions.commit}
        onCancel={actions.cancel}
      />
    </OverColumns>
  )
}

interface GridBodyProps {
  model: GridModel
  gridId: string
  view: GridWindow
  rowHeight: number
  selection: CellSelection | undefined
  pointer: HTMLAttributes<HTMLElement>
  /** The cell under dragged files. */
  over: CellPosition | undefined
}

/** The rows, outlines and pointer handling of the grid. */
export function GridBody(props: GridBodyProps) {
  const { model, gridId, view, rowHeight, selection, pointer, over } = props
  const last = model.columns.at(-1)
  const style: CSSProperties & { '--row-line': string } = {
    height: model.count * rowHeight,
    width: last ? last.left + last.width : 0,
    // The row height without its border.
    '--row-line': `${rowHeight - 1}px`,
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are rendered
    <div role="rowgroup" className="rows-body" style={style} {...pointer}>
      <GridRows
        model={model}
        gridId={gridId}
        view={view}
        rowHeight={rowHeight}
        selection={selection}
      />
      <GridOutline model={model} rowHeight={rowHeight} selection={selection} />
      <DropOutline model={model} rowHeight={rowHeight} over={over} />
    </div>
  )
}
