import type { Table } from '@plinth/contract'
import { isAuthColumn } from '@plinth/schema'
import { ArrowDown, ArrowUp, CloudOff, Pin } from 'lucide-react'
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { ColumnIcon } from '../../../state/schema/column-icon.tsx'
import { schemaStrings } from '../../../state/schema/schema-strings.ts'
import { cn } from '../../../ui/primitives/cn.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'
import { type ColumnAction, ColumnMenu } from './column-menu.tsx'
import type { GridColumn } from './grid-columns.ts'
import { GUTTER, type PlacedColumn, pinnedEdge } from './grid-layout.ts'
import { canSort, type GridSort } from './grid-sort.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { useColumnDrag } from './use-column-drag.ts'
import { useRevealNewColumn } from './use-reveal-new-column.ts'

interface GridHeaderProps {
  table: Table
  columns: readonly PlacedColumn[]
  /** Whether the table is synced; if so, columns that are not in the database are marked. */
  isStored: boolean
  /** Whether columns cannot be edited. */
  isFixed: boolean
  sort: GridSort
  onResize: (key: string, width: number) => void
  /** Called when a column is dropped before the column at index `to`. */
  onMove: (key: string, to: number) => void
  onAct: (column: GridColumn, act: ColumnAction) => void
  onSelectAll: () => void
}

interface HeaderCellProps extends Omit<GridHeaderProps, 'columns' | 'onSelectAll' | 'onMove'> {
  column: PlacedColumn
  /** The right edge of the pinned columns. */
  edge: number
  isStop: boolean
  isDragged: boolean
  canHide: boolean
}

function SortMark({ sort, at }: { sort: GridSort; at: number }) {
  const Arrow = sort[at]?.direction === 'descending' ? ArrowDown : ArrowUp
  return (
    <span aria-hidden="true" className="flex shrink-0 items-center text-accent-text">
      <Arrow className="size-3.5" />
      {sort.length > 1 ? <span className="text-2xs tabular-nums">{at + 1}</span> : null}
    </span>
  )
}

function HeaderCell(props: HeaderCellProps) {
  const { table, column, sort, isStop, isStored, isFixed, isDragged, onResize, onAct } = props
  const name = column.name || schemaStrings.untitledField
  const at = sort.findIndex(({ key }) => key === column.key)
  const field = column.column
  const isMissing = isStored && column.stored === undefined
  const [isOpen, setOpen] = useState(false)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its menu and resize handle are focusable
    // biome-ignore lint/a11y/useSemanticElements: the grid is virtualised and not a table element
    <div
      role="columnheader"
      onContextMenu={(event) => {
        event.preventDefault()
        setOpen(true)
      }}
      data-column={column.key}
      aria-label={name}
      aria-sort={sort[at]?.direction}
      aria-colindex={column.at + 2}
      style={{
        width: column.width,
        ...(column.isPinned ? { left: column.left } : { scrollMarginLeft: props.edge }),
      }}
      className={cn(
        'group/head flex h-full shrink-0 items-center gap-2 pr-2 pl-3 text-sm shadow-[inset_-1px_-1px_0_var(--line)] select-none',
        column.isPinned ? 'sticky z-10 bg-sunken' : 'relative',
        isDragged && 'bg-active opacity-60',
      )}
    >
      <ColumnIcon type={column.icon} className="size-3.5 shrink-0 stroke-[1.75] text-fg-3" />
      <span
        title={name}
        className={cn(
          'min-w-0 flex-1 truncate font-medium',
          column.name === '' && 'text-fg-3 italic',
        )}
      >
        {name}
      </span>
      {column.isPinned ? (
        <span title={strings.pinned} className="text-fg-3">
          <Pin aria-hidden="true" className="size-3" />
        </span>
      ) : null}
      {isMissing ? (
        <span title={strings.notStored} className="text-warn-text">
          <CloudOff aria-hidden="true" className="size-3.5" />
        </span>
      ) : null}
      {at < 0 ? null : <SortMark sort={sort} at={at} />}
      <ColumnMenu
        name={name}
        isOpen={isOpen}
        onOpen={setOpen}
        isStop={isStop}
        canEdit={field !== undefined && !isFixed}
        canDelete={field !== undefined && !isFixed && !isAuthColumn(table, field.id)}
        canSort={!isStored || canSort(column)}
        canHide={props.canHide}
        isPinned={column.isPinned}
        isSorted={at >= 0}
        isFurther={isStored && sort.some(({ key }) => key !== column.key)}
        onAct={(act) => onAct(column, act)}
      />
      <ResizeHandle
        label={strings.resize(name)}
        width={column.width}
        isStop={isStop}
        onResize={(next) => onResize(column.key, next)}
      />
    </div>
  )
}

/** The header row; one tab stop, arrow keys move between columns. */
export const GridHeader = memo(function GridHeader(props: GridHeaderProps) {
  const { columns, onSelectAll, onMove, onAct, ...rest } = props
  const onClick = (key: string, isShift: boolean) => {
    const column = columns.find((one) => one.key === key)
    if (column && (!props.isStored || canSort(column)))
      onAct(column, isShift ? 'clickThenSort' : 'clickSort')
  }
  const { handlers, dragged, line } = useColumnDrag({ columns, onMove, onClick })
  const edge = pinnedEdge(columns)
  const row = useRef<HTMLDivElement>(null)
  useRevealNewColumn(row, { tableId: props.table.id, columns })
  const [stop, setStop] = useState<string>()
  const current = columns.some(({ key }) => key === stop) ? stop : columns[0]?.key

  // When a column is hidden or deleted, the focus moves to the column that takes its position.
  const heir = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (heir.current === undefined || columns.some(({ key }) => key === stop)) return
    const cell = [...(row.current?.children ?? [])].find(
      (one) => one instanceof HTMLElement && one.dataset.column === heir.current,
    )
    heir.current = undefined
    cell?.querySelector<HTMLElement>('[data-stop]')?.focus()
  }, [columns, stop])
  const act = (column: GridColumn, chosen: ColumnAction) => {
    if (chosen === 'hide') {
      const at = columns.findIndex(({ key }) => key === column.key)
      heir.current = (columns[at + 1] ?? columns[at - 1])?.key
    }
    onAct(column, chosen)
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0 || event.target instanceof Element === false) return
    if (event.target.closest('[role=menu]')) return
    const cells = [...(row.current?.children ?? [])]
    const at = cells.findIndex((cell) => cell.contains(event.target as Element))
    const button = cells[at + step]?.querySelector('[data-stop]')
    if (button instanceof HTMLElement) button.focus()
    event.preventDefault()
  }
  const follow = (event: { target: EventTarget }) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-column]') : null
    if (cell instanceof HTMLElement) setStop(cell.dataset.column)
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its cells are focusable
    // biome-ignore lint/a11y/useSemanticElements: the grid is virtualised and not a table element
    <div
      ref={row}
      role="row"
      aria-rowindex={1}
      onKeyDown={press}
      onFocus={follow}
      {...handlers}
      className={cn(
        'sticky top-0 z-30 flex h-9 w-max min-w-full bg-sunken shadow-[inset_0_-1px_0_var(--line)]',
        dragged !== undefined && 'cursor-grabbing',
      )}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: its button is focusable */}
      {/* biome-ignore lint/a11y/useSemanticElements: the grid is virtualised and not a table element */}
      <div
        role="gridcell"
        aria-colindex={1}
        style={{ width: GUTTER }}
        className="sticky left-0 z-10 h-full shrink-0 bg-sunken shadow-[inset_-1px_-1px_0_var(--line)]"
      >
        <button
          type="button"
          tabIndex={-1}
          aria-label={strings.selectAll}
          onClick={onSelectAll}
          className="size-full hover:bg-hover"
        />
      </div>
      {columns.map((column) => (
        <HeaderCell
          key={column.key}
          {...rest}
          {...{ column, edge }}
          onAct={act}
          canHide={columns.length > 1}
          isStop={column.key === current}
          isDragged={column.key === dragged}
        />
      ))}
      {line === undefined ? null : (
        <span
          aria-hidden="true"
          style={{ left: line - 1 }}
          className="pointer-events-none absolute top-0 z-20 h-full w-0.5 bg-accent"
        />
      )}
    </div>
  )
})
