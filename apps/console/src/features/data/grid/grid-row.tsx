import type { Row } from '@plinth/contract'
import { memo } from 'react'
import { alignCell, viewCell } from './cell-view.tsx'
import type { RowEdit } from './edits.ts'
import type { PlacedColumn } from './grid-layout.ts'
import { listClashes } from './settle-edits.ts'
import { gridStrings as strings } from './strings-grid.ts'

export interface GridRowProps {
  gridId: string
  index: number
  height: number
  /** Undefined while it is loading. */
  row: Row | { id: string } | undefined
  /** The stored side, where the grid has a newer one than the page it came with. */
  base: Row | undefined
  edit: RowEdit | undefined
  columns: readonly PlacedColumn[]
  /** The selected columns, from and to; -1 for none. */
  from: number
  to: number
  width: number
}

interface CellProps extends Pick<GridRowProps, 'gridId' | 'index' | 'edit'> {
  column: PlacedColumn
  stored: Record<string, unknown>
  clashes: readonly string[]
  isSelected: boolean
}

const NUMBER = new Intl.NumberFormat('en-US')

/** The id of a cell, for whoever follows the focus. */
export function cellId(gridId: string, row: number, key: string): string {
  return `${gridId}-${row}-${key}`
}

function Cell({ gridId, index, column, stored, edit, clashes, isSelected }: CellProps) {
  const name = column.stored
  const isPending = name !== undefined && edit !== undefined && Object.hasOwn(edit.values, name)
  const value = name === undefined ? undefined : isPending ? edit.values[name] : stored[name]
  const problem = name === undefined ? undefined : edit?.problems[name]
  const isNew = edit?.state === 'added'
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself keeps the focus
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn
    <div
      role="gridcell"
      id={cellId(gridId, index, column.key)}
      aria-colindex={column.at + 2}
      aria-selected={isSelected}
      aria-invalid={problem === undefined ? undefined : true}
      data-col={column.at}
      data-pending={isPending || undefined}
      data-problem={problem === undefined ? undefined : true}
      data-clash={(name !== undefined && clashes.includes(name)) || undefined}
      data-missing={name === undefined || undefined}
      data-align={alignCell(column)}
      title={problem}
      style={{ left: column.left, width: column.width }}
      className="rows-cell"
    >
      {isNew && column.key === 'id'
        ? null
        : viewCell(column, { value, rowId: typeof stored.id === 'string' ? stored.id : undefined })}
    </div>
  )
}

function NumberCell({ index }: { index: number }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself keeps the focus
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn
    <div role="rowheader" aria-colindex={1} data-number className="rows-number">
      <span>{NUMBER.format(index + 1)}</span>
      <span data-open title={strings.openRow} className="rows-open" />
    </div>
  )
}

function Waiting({ columns }: Pick<GridRowProps, 'columns'>) {
  return columns.map((column) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself keeps the focus
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn
    <div
      key={column.key}
      role="gridcell"
      aria-colindex={column.at + 2}
      aria-busy="true"
      style={{ left: column.left, width: column.width }}
      className="rows-cell"
    >
      <span className="rows-wait" style={{ width: Math.min(96, column.width * 0.5) }} />
    </div>
  ))
}

/** One row; drawn again only when something about it changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { gridId, index, height, row, base, edit, columns, from, to } = props
  const stored = (base ?? row ?? {}) as Record<string, unknown>
  const clashes = edit?.theirs ? listClashes(edit, { base, theirs: edit.theirs }) : []
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself keeps the focus
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-state={edit?.state}
      className="rows-row"
      style={{ height, width: props.width, transform: `translateY(${index * height}px)` }}
    >
      <NumberCell index={index} />
      {row === undefined ? (
        <Waiting columns={columns} />
      ) : (
        columns.map((column) => (
          <Cell
            key={column.key}
            gridId={gridId}
            index={index}
            column={column}
            stored={stored}
            edit={edit}
            clashes={clashes}
            isSelected={column.at >= from && column.at <= to}
          />
        ))
      )}
    </div>
  )
})
