import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { placeOf, placesIn } from '../selection/follow-selection.ts'
import { type GridModel, rowAt } from '../selection/grid-model.ts'
import { distanceOfHeld, type HeldRow } from './held-rows.ts'
import { GRID_HEADER_HEIGHT } from './reveal-cell.ts'

interface HeldRowsOptions {
  scroller: RefObject<HTMLElement | null>
  model: GridModel
  rowHeight: number
  /** Changes with the loaded rows. */
  version: number
}

function rowsShown(element: HTMLElement, model: GridModel, rowHeight: number): HeldRow[] {
  const { scrollTop, clientHeight } = element
  const first = Math.ceil(scrollTop / rowHeight)
  const last = Math.floor((scrollTop + clientHeight - GRID_HEADER_HEIGHT) / rowHeight)
  const rows: HeldRow[] = []
  for (let row = first; row < Math.min(last, model.count); row += 1) {
    const id = rowAt(model, row)?.id
    if (id !== undefined) rows.push({ id, row })
  }
  return rows
}

/** Keeps the rows in view where they are when others add or delete rows above them. At the top, new rows show. */
export function useHeldRows({ scroller, model, rowHeight, version }: HeldRowsOptions): void {
  const held = useRef<readonly HeldRow[]>([])
  const latest = useRef({ model, rowHeight })
  const { pages } = model
  const added = model.added.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other places
  useLayoutEffect(() => {
    held.current = []
  }, [pages])

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows move when pages are loaded and when rows are added here
  useLayoutEffect(() => {
    latest.current = { model, rowHeight }
    const element = scroller.current
    if (!element) return
    const places = placesIn(model)
    const place = (row: HeldRow) => placeOf(places, row)
    const distance = element.scrollTop === 0 ? 0 : distanceOfHeld(held.current, place)
    if (distance !== 0) element.scrollTop += distance * rowHeight
    if (distance !== 0 || places.isSettled()) held.current = rowsShown(element, model, rowHeight)
  }, [scroller, pages, version, added, rowHeight])

  useEffect(() => {
    const element = scroller.current
    const note = () => {
      const now = latest.current
      if (element) held.current = rowsShown(element, now.model, now.rowHeight)
    }
    element?.addEventListener('scroll', note, { passive: true })
    return () => element?.removeEventListener('scroll', note)
  }, [scroller])
}
