import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react'
import { columnsInView, countPinned, type PlacedColumn } from '../columns/grid-layout.ts'
import { useEdits } from '../edits/grid-store.ts'
import { type GridModel, type GridRowOf, rowAt } from '../selection/grid-model.ts'
import { type CellSelection, rangeOf } from '../selection/selection.ts'
import { cellId, GridRow } from './grid-row.tsx'
import { fillSlots, followRows, NO_ROWS, type RowContent, type Slots } from './row-slots.ts'
import { type GridWindow, rowsInView } from './use-grid-window.ts'

interface GridRowsProps {
  model: GridModel
  gridId: string
  view: GridWindow
  rowHeight: number
  selection: CellSelection | undefined
}

/** The maximum number of rows updated per frame without a noticeable delay. */
const MAX_AT_ONCE = 16

interface Content extends RowContent {
  row: GridRowOf | undefined
  columns: readonly PlacedColumn[]
}

/** The rendered rows; large updates are spread over several frames. */
function useSlots({ model, view, rowHeight }: Pick<GridRowsProps, 'model' | 'view' | 'rowHeight'>) {
  const { columns, count } = model
  const span = columnsInView(columns, view)
  const shown = useMemo(() => {
    const pinned = countPinned(columns)
    if (pinned === 0) return columns.slice(span.from, span.to)
    const rest = columns.slice(Math.max(span.from, pinned), Math.max(span.to, pinned))
    return [...columns.slice(0, pinned), ...rest]
  }, [columns, span.from, span.to])
  const rows = rowsInView(view, rowHeight, count)
  const followed = useRef(NO_ROWS)
  const following = followRows(followed.current, rows)
  const { base } = following
  const wish = new Map<number, Content>()
  for (let index = rows.from; index < rows.to; index += 1) {
    wish.set(index - base, { index, row: rowAt(model, index), columns: shown })
  }
  const drawn = useRef<Slots<Content>>(new Map())
  const from = Math.floor(view.top / rowHeight)
  const inView = { from, to: from + Math.ceil(view.height / rowHeight) + 1 }
  const { slots, isWhole } = fillSlots(drawn.current, { slots: wish, inView, max: MAX_AT_ONCE })
  // Written on commit, so that a repeated render (StrictMode) starts from the same rows.
  useLayoutEffect(() => {
    followed.current = following
    drawn.current = slots
  })
  const [, drawMore] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    if (isWhole) return
    const frame = requestAnimationFrame(drawMore)
    return () => cancelAnimationFrame(frame)
  })
  return [...slots]
}

/** Renders the rows in view. */
export function GridRows({ model, gridId, view, rowHeight, selection }: GridRowsProps) {
  const edits = useEdits(model.store)
  const flashes = useSyncExternalStore(model.flashes.subscribe, model.flashes.get)
  const slots = useSlots({ model, view, rowHeight })
  const range = selection ? rangeOf(selection) : undefined
  const last = model.columns.at(-1)
  const width = last ? last.left + last.width : 0
  return slots.map(([slot, { index, row, columns }]) => {
    const isIn = range !== undefined && index >= range.top && index <= range.bottom
    return (
      <GridRow
        key={slot}
        gridId={gridId}
        index={index}
        height={rowHeight}
        row={row}
        base={row ? edits.bases.get(row.id) : undefined}
        edit={row ? edits.rows.get(row.id) : undefined}
        flash={row ? flashes.get(row.id) : undefined}
        columns={columns}
        from={isIn ? range.left : -1}
        to={isIn ? range.right : -1}
        width={width}
      />
    )
  })
}

/** The DOM id of the active cell; undefined if it is not rendered. */
export function activeCell({ model, gridId, view, rowHeight, selection }: GridRowsProps) {
  if (!selection) return undefined
  const { row, col } = selection.focus
  const rows = rowsInView(view, rowHeight, model.count)
  const span = columnsInView(model.columns, view)
  const column = model.columns[col]
  const isShown = (col >= span.from && col < span.to) || col < countPinned(model.columns)
  const isDrawn = row >= rows.from && row < rows.to && isShown
  return column && isDrawn && rowAt(model, row) ? cellId(gridId, row, column.key) : undefined
}
