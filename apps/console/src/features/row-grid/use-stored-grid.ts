import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type PlacedColumn, releasePins } from './columns/grid-layout.ts'
import { addRows, removeRows } from './edits/change-edits.ts'
import { listAttention } from './edits/clashes.ts'
import { listAdded } from './edits/edits.ts'
import { type GridStore, useEdits } from './edits/grid-store.ts'
import { nextAttention } from './edits/next-attention.ts'
import type { Flashes } from './marks/flashes.ts'
import { preloadEditors } from './preload-editors.ts'
import { newRowId } from './rows/new-row-id.ts'
import type { RowPages } from './rows/row-pages.ts'
import { type FollowedSelection, focusIdOf } from './selection/follow-selection.ts'
import { type GridModel, rowAt } from './selection/grid-model.ts'
import { type CellPosition, clampSelection, selectCell } from './selection/selection.ts'
import { useGridState } from './selection/use-grid-state.ts'
import { useLoadSelected } from './selection/use-load-selected.ts'
import { revealCell } from './viewport/reveal-cell.ts'
import { rowsInReach } from './viewport/rows-in-reach.ts'
import { rowsInView, useGridWindow } from './viewport/use-grid-window.ts'
import { useHeldRows } from './viewport/use-held-rows.ts'

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
  /** Shows a row that is not in the list. */
  onShowRow: (id: string) => void
}

/** The row and field of the selected cell, also of one that is not in the list any more. */
function focusOf(followed: FollowedSelection | undefined, columns: readonly PlacedColumn[]) {
  return (
    followed && {
      id: focusIdOf(followed),
      column: columns[followed.selection.focus.col]?.stored,
    }
  )
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
  useHeldRows({ scroller, model, rowHeight, version: options.version })
  const state = useGridState({ model, focusGrid, reveal })
  const { selection: chosen, followed, editing, actions } = state
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
    store.change((now) => addRows(now, [{ id: newRowId(), values: {} }]))
    focusGrid()
    actions.select(selectCell({ row: added.length, col: firstField }))
  }
  const loadSelected = useLoadSelected(model, followed)
  const deleteRows = async () => {
    if (isReadOnly) return
    const loaded = await loadSelected()
    if (!loaded) return
    const { model, range } = loaded
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
    const problem = nextAttention(listAttention(store.get().edits), focusOf(followed, columns))
    const is = ({ stored }: PlacedColumn) => stored === problem?.column
    const away = columns.some(is) ? undefined : options.all.find(is)
    if (away) flushSync(() => options.onShowColumn(away.key))
    const col = latest.current.findIndex(is)
    if (!problem) return
    for (let row = 0; row < count; row += 1) {
      if (rowAt(model, row)?.id === problem.id) return goTo(row, Math.max(0, col))
    }
    options.onShowRow(problem.id)
  }
  const selectAll = () =>
    actions.select({
      anchor: { row: 0, col: 0 },
      focus: { row: Math.max(0, count - 1), col: columns.length - 1 },
    })
  return {
    ...{ gridId, scroller, element, model, view, page, selection, editing, actions, focusGrid },
    ...{ followed, loadSelected, addRow, deleteRows, goTo, showProblem, selectAll },
  }
}

export type StoredGridState = ReturnType<typeof useStoredGrid>
