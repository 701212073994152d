import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { newId } from '../../state/new-id.ts'
import { type PlacedColumn, releasePins } from './columns/grid-layout.ts'
import { firstProblem } from './edits/apply-save-result.ts'
import { addRows, removeRows } from './edits/change-edits.ts'
import { listAdded } from './edits/edits.ts'
import { type GridStore, useEdits } from './edits/grid-store.ts'
import type { Flashes } from './marks/flashes.ts'
import { preloadEditors } from './preload-editors.ts'
import type { RowPages } from './rows/row-pages.ts'
import { type GridModel, loadRows, rowAt } from './selection/grid-model.ts'
import { type CellPosition, clampSelection, rangeOf, selectCell } from './selection/selection.ts'
import { useGridState } from './selection/use-grid-state.ts'
import { revealCell } from './viewport/reveal-cell.ts'
import { rowsInReach } from './viewport/rows-in-reach.ts'
import { rowsInView, useGridWindow } from './viewport/use-grid-window.ts'

/** Debounce of loading: while scrolling fast, only a view that stays this long is loaded. */
const LOAD_DEBOUNCE_MS = 60
const AHEAD = 40

interface StoredGridOptions {
  /** All columns, hidden ones included. */
  all: readonly PlacedColumn[]
  columns: readonly PlacedColumn[]
  store: GridStore
  pages: RowPages
  total: number | undefined
  version: number
  rowHeight: number
  isReadOnly: boolean
  flashes: Flashes
  onShowColumn: (key: string) => void
}

/** State and actions of the grid of a synced table. */
export function useStoredGrid(options: StoredGridOptions) {
  const { store, pages, rowHeight, isReadOnly, flashes, total = 0 } = options
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLDivElement>(null)
  const view = useGridWindow(scroller, rowHeight)
  const columns = useMemo(
    () => releasePins(options.columns, view.width),
    [options.columns, view.width],
  )
  const latest = useRef(columns)
  useLayoutEffect(() => {
    latest.current = columns
  }, [columns])
  const edits = useEdits(store)
  const added = useMemo(() => listAdded(edits).map((id) => ({ id })), [edits])
  const count = rowsInReach({ count: added.length + total, rowHeight })
  const model: GridModel = { columns, added, count, pages, store, isReadOnly, flashes }
  const focusGrid = useCallback(() => element.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    store.focus.current = focusGrid
    return () => {
      store.focus.current = undefined
    }
  }, [store, focusGrid])
  const reveal = useCallback(
    (cell: CellPosition) => {
      const seen = { columns: latest.current, rowHeight }
      if (scroller.current) revealCell({ scroller: scroller.current, ...seen }, cell)
    },
    [rowHeight],
  )
  const { selection: chosen, editing, actions } = useGridState({ model, focusGrid, reveal })
  const page = Math.max(1, Math.floor(view.height / rowHeight) - 2)
  const bounds = { rows: count, cols: columns.length, page }
  const selection = chosen ? clampSelection(chosen, bounds) : undefined

  const span = rowsInView(view, rowHeight, Math.max(count, 1))
  const from = span.from - added.length - AHEAD
  const to = Math.max(1, span.to - added.length + AHEAD)
  const isFirst = options.version === 0
  useEffect(() => {
    const timer = setTimeout(() => pages.want(from, to), isFirst ? 0 : LOAD_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [pages, from, to, isFirst])

  useEffect(() => preloadEditors(columns.flatMap(({ field }) => field ?? [])), [columns])

  const firstField = Math.max(
    0,
    columns.findIndex(({ field }) => field !== undefined),
  )
  const addRow = () => {
    if (isReadOnly) return
    store.change((now) => addRows(now, [{ id: `new-${newId()}`, values: {} }]))
    focusGrid()
    actions.select(selectCell({ row: added.length, col: firstField }))
  }
  const deleteRows = async () => {
    if (!selection || isReadOnly) return
    const range = rangeOf(selection)
    await loadRows(model, range)
    const places = Array.from({ length: range.bottom - range.top + 1 }, (_, at) => range.top + at)
    const removed = places.flatMap((place) => rowAt(model, place) ?? [])
    store.change((now) => removeRows(now, removed))
    focusGrid()
  }
  const goTo = (row: number, col = selection?.focus.col ?? 0) => {
    focusGrid()
    actions.select(selectCell({ row, col }))
  }
  const showProblem = () => {
    const problem = firstProblem(store.get().edits)
    const is = ({ stored }: PlacedColumn) => stored === problem?.column
    const away = columns.some(is) ? undefined : options.all.find(is)
    if (away) flushSync(() => options.onShowColumn(away.key))
    const col = latest.current.findIndex(is)
    for (let row = 0; row < count && problem; row += 1) {
      if (rowAt(model, row)?.id === problem.id) return goTo(row, Math.max(0, col))
    }
  }
  const selectAll = () =>
    actions.select({
      anchor: { row: 0, col: 0 },
      focus: { row: Math.max(0, count - 1), col: columns.length - 1 },
    })
  return {
    ...{ gridId, scroller, element, model, view, page, selection, editing, actions, focusGrid },
    ...{ addRow, deleteRows, goTo, showProblem, selectAll },
  }
}

export type StoredGridState = ReturnType<typeof useStoredGrid>
