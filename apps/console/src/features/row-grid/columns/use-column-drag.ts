import { type PointerEvent, useEffect, useState } from 'react'
import type { PlacedColumn } from './grid-layout.ts'

interface Drag {
  key: string
  /** The x position of pointerdown in the header row. */
  from: number
  /** The index before which the column would be dropped; undefined until the pointer moves beyond SLOP. */
  to: number | undefined
}

interface ColumnDrag {
  columns: readonly PlacedColumn[]
  onMove: (key: string, to: number) => void
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
export function useColumnDrag({ columns, onMove }: ColumnDrag) {
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
  const placeOf = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    clientX - currentTarget.getBoundingClientRect().left
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const target = event.target as Element
      const cell = target.closest<HTMLElement>('[data-column]')
      const isControl = target.closest('button, [role=separator], [role=menu]') !== null
      if (event.button !== 0 || !cell?.dataset.column || isControl) return
      setDrag({ key: cell.dataset.column, from: placeOf(event), to: undefined })
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!drag) return
      const x = placeOf(event)
      if (drag.to === undefined && Math.abs(x - drag.from) < SLOP) return
      scrollAlong(event.currentTarget, event.clientX)
      setDrag({ ...drag, to: placeAt(columns, x) })
    },
    onPointerUp() {
      if (drag?.to !== undefined) onMove(drag.key, drag.to)
      setDrag(undefined)
    },
    onPointerCancel: () => setDrag(undefined),
  }
  const last = columns.at(-1)
  const line =
    drag?.to === undefined
      ? undefined
      : (columns[drag.to]?.left ?? (last ? last.left + last.width : 0))
  return { handlers, dragged: drag?.to === undefined ? undefined : drag.key, line }
}
