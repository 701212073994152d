import type { RowChange } from '@plinth/client'
import type { Configuration, Row } from '@plinth/contract'
import { type FocusEvent, type ReactNode, useId } from 'react'
import { useAnnouncement } from '../../ui/primitives/announcement.tsx'
import type { OpenedBy } from './panel/use-row-panel.ts'
import { usePeek } from './peek/use-peek.tsx'
import type { RowScope } from './rows/row-scope.ts'
import { startOf } from './selection/follow-selection.ts'
import { selectCell } from './selection/selection.ts'
import { useFileDrop } from './selection/use-file-drop.ts'
import { useGridClipboard } from './selection/use-grid-clipboard.ts'
import { useGridKeys } from './selection/use-grid-keys.ts'
import { useGridPointer } from './selection/use-grid-pointer.ts'
import { useGridPress } from './selection/use-grid-press.ts'
import { gridStrings as strings } from './strings/grid-strings.ts'
import { useGridMenu } from './use-grid-menu.tsx'
import type { StoredGridState } from './use-stored-grid.ts'
import { CellNote } from './viewport/cell-note.tsx'
import { GridBody, OpenEditor } from './viewport/grid-body.tsx'
import { activeCell } from './viewport/grid-rows.tsx'
import './grid.css'

const ABOVE_GRID = '[data-editor], [role=dialog], [role=alertdialog], [role=menu]'

interface GridElementProps {
  label: string
  grid: StoredGridState
  rowHeight: number
  synced: Configuration
  scope: RowScope
  /** The last change of the row whose cell is edited. */
  waiting: RowChange<Row> | undefined
  header: ReactNode
  tableId: string
  /** Called to add a condition to the filter. */
  onFilter: (expression: string) => void
  onOpenRow: (by: OpenedBy) => void
  onJump: () => void
}

/** The grid element, which has the focus; the active cell is set with aria-activedescendant. */
export function GridElement({
  label,
  grid,
  rowHeight,
  synced,
  scope,
  header,
  ...on
}: GridElementProps) {
  const { model, selection, actions, view, page, gridId, editing, focusGrid } = grid
  const { columns, count } = model
  const { announce, region } = useAnnouncement()
  const openPeek = () => {
    if (selection) peek.open(selection.focus)
  }
  const onKeyDown = useGridKeys({
    model,
    selection,
    start: startOf(grid.followed),
    loadSelected: grid.loadSelected,
    page,
    actions,
    onOpenRow: () => on.onOpenRow('keys'),
    onJump: on.onJump,
    onAddRow: grid.addRow,
    onPeek: openPeek,
    onDeleteRows: () => void grid.deleteRows(),
  })
  const pointer = useGridPointer({
    ...{ columns, count, rowHeight, selection, actions, focusGrid },
    onOpenRow: () => on.onOpenRow('pointer'),
  })
  const { over, handlers } = useFileDrop({ model, onFiles: actions.drop })
  const peek = usePeek({ model, rowHeight, synced, scope, focusGrid })
  const menu = useGridMenu({
    grid,
    tableId: on.tableId,
    onPeek: openPeek,
    onOpenRow: () => on.onOpenRow('keys'),
    onFilter: on.onFilter,
  })
  const { element } = grid
  useGridClipboard({
    element,
    ...{ model, selection, actions, announce },
    loadSelected: grid.loadSelected,
  })
  const isPressed = useGridPress(element)
  const begin = () => {
    // A press selects the cell under it; the first cell would scroll that one away.
    if (selection || count === 0 || isPressed.current) return
    actions.select(selectCell({ row: 0, col: 0 }))
    // A user who passes by with Tab is not caught in the cells.
    actions.tabs.isOn = false
  }
  const leave = ({ relatedTarget }: FocusEvent) => {
    // Editors, dialogs and menus return to the cell from which they were opened.
    const isAbove = relatedTarget instanceof Element && relatedTarget.closest(ABOVE_GRID)
    if (relatedTarget && !isAbove) actions.tabs.isOn = false
  }
  const hintId = useId()
  return (
    <>
      <div ref={grid.scroller} data-scroller className="min-h-0 flex-1 overflow-auto">
        <div className="relative min-h-full w-max min-w-full">
          {/* biome-ignore lint/a11y/useSemanticElements: only the rows in view are rendered */}
          <div
            ref={grid.element}
            role="grid"
            tabIndex={0}
            aria-label={label}
            aria-rowcount={count + 1}
            aria-colcount={columns.length + 1}
            aria-multiselectable="true"
            aria-activedescendant={activeCell({ model, gridId, view, rowHeight, selection })}
            onKeyDown={(event) => (menu.press(event) ? undefined : onKeyDown(event))}
            aria-describedby={hintId}
            onBlur={(event) => (event.target === event.currentTarget ? leave(event) : undefined)}
            onFocus={(event) => (event.target === event.currentTarget ? begin() : undefined)}
            className="rows-grid outline-none"
          >
            {header}
            <GridBody
              {...{ model, gridId, view, rowHeight, selection, over }}
              pointer={{
                ...pointer,
                ...handlers,
                onClick: peek.onClick,
                onContextMenu: menu.onContextMenu,
              }}
            />
          </div>
          <OpenEditor
            {...{ model, rowHeight, editing, actions, synced, scope }}
            waiting={on.waiting}
          />
          {peek.card}
          <CellNote
            model={model}
            rowHeight={rowHeight}
            cell={editing ? undefined : selection?.focus}
            onDecided={focusGrid}
          />
        </div>
      </div>
      <p id={hintId} hidden>
        {strings.tabHint}
      </p>
      {menu.menu}
      {region}
    </>
  )
}
