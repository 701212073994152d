import type { Row } from '@plinth/contract'
import { type CSSProperties, memo } from 'react'
import { alignCell, textOfCell, viewCell } from '../cells/cell-view.tsx'
import { GUTTER, type PlacedColumn } from '../columns/grid-layout.ts'
import { listClashes } from '../edits/apply-save-result.ts'
import type { RowEdit } from '../edits/edits.ts'
import { isBlankCell } from '../edits/is-blank-cell.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

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
  /** Undefined while it is loading: the same element waits and is filled, which is quicker than another. */
  stored: Record<string, unknown> | undefined
  clashes: readonly string[]
  isSelected: boolean
  /** The first one stands as far from the row's number as the columns that are not drawn. */
  isFirst: boolean
}

const NUMBER = new Intl.NumberFormat('en-US')
const BLANK = { text: '', look: undefined }

/** The id of a cell, for whoever follows the focus. */
export function cellId(gridId: string, row: number, key: string): string {
  return `${gridId}-${row}-${key}`
}

function placeCell({ left, width }: PlacedColumn, isFirst: boolean) {
  return isFirst ? { width, marginLeft: left - GUTTER } : { width }
}

function Cell(props: CellProps) {
  const { gridId, index, column, stored, edit, clashes, isSelected, isFirst } = props
  if (!stored) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the grid itself keeps the focus
      // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn
      <div
        role="gridcell"
        aria-colindex={column.at + 2}
        aria-selected={isSelected}
        data-align={alignCell(column)}
        style={placeCell(column, isFirst)}
        className="rows-cell"
      />
    )
  }
  const name = column.stored
  const isPending = name !== undefined && edit !== undefined && Object.hasOwn(edit.values, name)
  const value = name === undefined ? undefined : isPending ? edit.values[name] : stored[name]
  const problem = name === undefined ? undefined : edit?.problems[name]
  const words = isBlankCell(column, edit) ? BLANK : textOfCell(column, value)
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
      style={placeCell(column, isFirst)}
      className={words ? `rows-cell ${words.look ?? ''}` : 'rows-cell rows-boxes'}
    >
      {words
        ? words.text
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

/** Where texts will stand in a row that is loading; one picture, so that its cells are as they will be. */
function drawBars(columns: readonly PlacedColumn[]): CSSProperties {
  const listOf = (print: (column: PlacedColumn) => string) => columns.map(print).join()
  return {
    backgroundImage: listOf(() => 'linear-gradient(var(--active) 0 0)'),
    backgroundPosition: listOf(({ left }) => `${left + 12}px 50%`),
    backgroundSize: listOf(({ width }) => `${Math.min(96, width / 2)}px 8px`),
    backgroundRepeat: 'no-repeat',
  }
}

/** One row; drawn again only when something about it changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { gridId, index, height, row, base, edit, columns, from, to } = props
  const stored = row && ((base ?? row) as Record<string, unknown>)
  const clashes = edit?.theirs ? listClashes(edit, { base, theirs: edit.theirs }) : []
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself keeps the focus
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are drawn
    <div
      role="row"
      aria-rowindex={index + 2}
      data-row={index}
      data-state={edit?.state}
      aria-busy={row === undefined || undefined}
      className="rows-row"
      style={{
        height,
        width: props.width,
        transform: `translateY(${index * height}px)`,
        ...(row === undefined && drawBars(columns)),
      }}
    >
      <NumberCell index={index} />
      {columns.map((column, at) => (
        <Cell
          key={column.key}
          gridId={gridId}
          index={index}
          column={column}
          stored={stored}
          edit={edit}
          clashes={clashes}
          isSelected={column.at >= from && column.at <= to}
          isFirst={at === 0}
        />
      ))}
    </div>
  )
})
