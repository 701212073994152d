import { type PointerEvent, useEffect, useState } from 'react'
import { countPinned, type PlacedColumn, pinnedEdge } from './grid-layout.ts'

interface Drag {
  key: string
  /** The x position of pointerdown in the header row. */
  from: number
  /** The index before which the column would be dropped; undefined until the pointer moves beyond SLOP. */
  to: number | undefined
  /** The horizontal scroll position, by which the pinned columns are shifted. */
  shift: number
}

interface ColumnDrag {
  columns: readonly PlacedColumn[]
  onMove: (key: string, to: number) => void
  /** Called for a click, with whether Shift was held. */
  onClick: (key: string, isShift: boolean) => void
}

/** Pointer movements below this (in px) are a click, not a drag. */
const SLOP = 6
/** Distance from the edge of the view (in px) at which dragging scrolls. */
const EDGE = 48
const STEP = 16

function placeAt(columns: readonly PlacedColumn[], x: number): number {
  const at = columns.findIndex(({ left, width }) => x < left + width / 2)
  return at < 0 ? columns.length : at
}

function scrollAlong(row: HTMLElement, clientX: number): void {
  const scroller = row.closest('[data-scroller]')
  const box = scroller?.getBoundingClientRect()
  if (!scroller || !box) return
  if (clientX > box.right - EDGE) scroller.scrollLeft += STEP
  else if (clientX < box.left + EDGE) scroller.scrollLeft -= STEP
}

/** Reorders columns by dragging their headers; Escape cancels. */
export function useColumnDrag({ columns, onMove, onClick }: ColumnDrag) {
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined
  useEffect(() => {
    if (!isDragging) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      setDrag(undefined)
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [isDragging])
  const shiftOf = ({ currentTarget }: PointerEvent<HTMLElement>) =>
    currentTarget.closest('[data-scroller]')?.scrollLeft ?? 0
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const inView = x - shiftOf(event)
    return countPinned(columns) > 0 && inView < pinnedEdge(columns) ? inView : x
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const target = event.target as Element
      const cell = target.closest<HTMLElement>('[data-column]')
      const isControl = target.closest('button, [role=separator], [role=menu]') !== null
      if (event.button !== 0 || !cell?.dataset.column || isControl) return
      setDrag({ key: cell.dataset.column, from: placeOf(event), to: undefined, shift: 0 })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag) return
      const x = placeOf(event)
      if (drag.to === undefined && Math.abs(x - drag.from) < SLOP) return
      scrollAlong(event.currentTarget, event.clientX)
      setDrag({ ...drag, to: placeAt(columns, x), shift: shiftOf(event) })
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (drag?.to !== undefined) onMove(drag.key, drag.to)
      else if (drag) onClick(drag.key, event.shiftKey)
      setDrag(undefined)
    },
    onPointerCancel: () => setDrag(undefined),
  }
  const last = columns.at(-1)
  const lineAt = ({ to = 0, shift }: Drag) =>
    (columns[to]?.left ?? (last ? last.left + last.width : 0)) +
    (to < countPinned(columns) ? shift : 0)
  const line = drag?.to === undefined ? undefined : lineAt(drag)
  return { handlers, dragged: drag?.to === undefined ? undefined : drag.key, line }
}
