import type { RowChange } from '@plinth/client'
import type { Configuration, Row } from '@plinth/contract'
import type { CSSProperties, HTMLAttributes } from 'react'
import { CellEditor } from '../editors/cell-editor.tsx'
import type { RowScope } from '../rows/row-scope.ts'
import type { GridModel } from '../selection/grid-model.ts'
import { openedCell } from '../selection/opened-cell.ts'
import type { CellPosition, CellSelection } from '../selection/selection.ts'
import type { Editing, GridActions } from '../selection/use-grid-state.ts'
import { EditorHint } from './editor-hint.tsx'
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
  /** The last change of the edited row, which it does not show yet. */
  waiting: RowChange<Row> | undefined
}

/** The editor over the cell being edited; rendered outside the grid element, which must contain only rows. */
export function OpenEditor(props: OpenEditorProps) {
  const { model, rowHeight, editing, actions, synced, scope } = props
  const column = editing ? model.columns[editing.col] : undefined
  if (!editing || !column) return null
  const { target } = editing
  const cell = openedCell(model, { column, row: target, waiting: props.waiting })
  if (!cell) return null
  const { width } = column
  const { editor, hint } = cell
  return (
    <OverColumns
      key={`${target.id} ${column.key}`}
      data-editor
      // Above the header, which the hint of the first row covers.
      className={hint === undefined ? 'z-20' : 'z-40'}
      {...{ column, width }}
      top={GRID_HEADER_HEIGHT + editing.row * rowHeight}
      height={rowHeight}
    >
      <CellEditor
        {...editor}
        {...(editing.dropped && { dropped: editing.dropped })}
        isReplacing={editing.isReplacing}
        synced={synced}
        scope={scope}
        onCommit={actions.commit}
        onCancel={actions.cancel}
      />
      <EditorHint hint={hint} field={editor.field} />
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
