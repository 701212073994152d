import type { Row } from '@plinth/contract'
import { type CSSProperties, memo } from 'react'
import { alignCell, textOfCell, viewCell } from '../cells/cell-view.tsx'
import { countLinked } from '../cells/count-linked.ts'
import { countPinned, type PlacedColumn, pinnedEdge } from '../columns/grid-layout.ts'
import { listClashes } from '../edits/clashes.ts'
import { type RowEdit, shownRow } from '../edits/edits.ts'
import { isBlankCell } from '../edits/is-blank-cell.ts'
import { type Flash, flashOf } from '../marks/flashes.ts'
import { gridStrings as strings } from '../strings/grid-strings.ts'

export interface GridRowProps {
  gridId: string
  index: number
  height: number
  /** Undefined while the row is loading. */
  row: Row | { id: string } | undefined
  /** The stored row, if the grid has a newer version than the page cache. */
  base: Row | undefined
  edit: RowEdit | undefined
  /** The cells that others have just changed. */
  flash: Flash | undefined
  columns: readonly PlacedColumn[]
  /** The first and last selected column; -1 if none. */
  from: number
  to: number
  width: number
}

interface CellProps extends Pick<GridRowProps, 'gridId' | 'index' | 'edit' | 'flash'> {
  column: PlacedColumn
  /** Undefined while loading; the same element is then filled, which is faster than replacing it. */
  stored: Record<string, unknown> | undefined
  clashes: readonly string[]
  isSelected: boolean
  /** The first rendered cell that is not pinned gets a margin as wide as the columns before it that are not rendered. */
  margin: number | undefined
}

const NUMBER = new Intl.NumberFormat('en-US')
const BLANK = { text: '', look: undefined }

/** The DOM id of a cell, for aria-activedescendant. */
export function cellId(gridId: string, row: number, key: string): string {
  return `${gridId}-${row}-${key}`
}

function placeCell({ left, width, isPinned }: PlacedColumn, margin: number | undefined) {
  if (isPinned) return { width, left }
  return margin === undefined ? { width } : { width, marginLeft: margin }
}

/** An id is cut in the middle, and a long list at its end; the tooltip says what is missing. */
function hintOf(
  column: PlacedColumn,
  { value, linked }: { value: unknown; linked: number | undefined },
): string | undefined {
  if (linked !== undefined) return strings.longList(linked)
  return column.key === 'id' ? `${value ?? ''}` : undefined
}

function Cell(props: CellProps) {
  const { gridId, index, column, stored, edit, clashes, isSelected, margin } = props
  const base = column.isPinned ? 'rows-cell rows-pinned' : 'rows-cell'
  if (!stored) {
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the grid element has the focus
      // biome-ignore lint/a11y/useSemanticElements: only the rows in view are rendered
      <div
        role="gridcell"
        aria-colindex={column.at + 2}
        aria-selected={isSelected}
        data-align={alignCell(column)}
        style={placeCell(column, margin)}
        className={base}
      />
    )
  }
  const name = column.stored
  const isPending = name !== undefined && edit !== undefined && Object.hasOwn(edit.values, name)
  const value = name === undefined ? undefined : isPending ? edit.values[name] : stored[name]
  const problem = name === undefined ? undefined : edit?.problems[name]
  const isClash = name !== undefined && clashes.includes(name)
  const linked = name === undefined ? undefined : countLinked(stored as Row, name)
  const words = isBlankCell(column, edit) ? BLANK : textOfCell(column, value, column.width)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid element has the focus
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are rendered
    <div
      role="gridcell"
      id={cellId(gridId, index, column.key)}
      aria-colindex={column.at + 2}
      aria-selected={isSelected}
      aria-invalid={problem !== undefined || isClash || undefined}
      data-col={column.at}
      data-pending={isPending || undefined}
      data-problem={problem === undefined ? undefined : true}
      data-clash={isClash || undefined}
      data-flash={flashOf(props.flash, name)}
      data-missing={name === undefined || undefined}
      data-align={alignCell(column)}
      data-linked={linked === undefined ? undefined : NUMBER.format(linked)}
      aria-readonly={linked === undefined ? undefined : true}
      title={problem ?? hintOf(column, { value, linked })}
      style={placeCell(column, margin)}
      className={words ? `${base} ${words.look ?? ''}` : `${base} rows-boxes`}
    >
      {words
        ? words.text
        : viewCell(column, { value, rowId: typeof stored.id === 'string' ? stored.id : undefined })}
    </div>
  )
}

function NumberCell({ index }: { index: number }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid element has the focus
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are rendered
    <div role="rowheader" aria-colindex={1} data-number className="rows-number">
      <span>{NUMBER.format(index + 1)}</span>
      <span data-open title={strings.openRow} className="rows-open" />
    </div>
  )
}

/** The skeleton bars of a loading row, as one background image, so that its cells keep their final structure. */
function drawBars(columns: readonly PlacedColumn[]): CSSProperties {
  const listOf = (print: (column: PlacedColumn) => string) => columns.map(print).join()
  return {
    backgroundImage: listOf(() => 'linear-gradient(var(--active) 0 0)'),
    backgroundPosition: listOf(({ left }) => `${left + 12}px 50%`),
    backgroundSize: listOf(({ width }) => `${Math.min(96, width / 2)}px 8px`),
    backgroundRepeat: 'no-repeat',
  }
}

/** One row; memoised, so that it re-renders only when its props change. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { gridId, index, height, row, base, edit, columns, from, to } = props
  const stored = row && shownRow(base ?? row, edit)
  const pinned = countPinned(columns)
  const edge = pinnedEdge(columns)
  const clashes = edit?.theirs ? listClashes(edit, { base, theirs: edit.theirs }) : []
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid element has the focus
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are rendered
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
        ...(row === undefined && drawBars(columns.slice(pinned))),
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
          flash={props.flash}
          clashes={clashes}
          isSelected={column.at >= from && column.at <= to}
          margin={at === pinned ? column.left - edge : undefined}
        />
      ))}
    </div>
  )
})
