import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { ROW_HEIGHT } from './table-row.tsx'

/** The dragged table and the position where it would be dropped. */
export interface RowDrag {
  tableId: string
  index: number
}

const START_AFTER_PX = 4

interface RowDragOptions {
  count: number
  isOff: boolean
  onDrop: (drag: RowDrag) => void
}

function rowOf(target: EventTarget): string | undefined {
  const row = target instanceof Element ? target.closest('[data-table]') : null
  return row instanceof HTMLElement ? row.dataset.table : undefined
}

/** Reorders rows of equal height by pointer; Escape cancels. */
export function useRowDrag({ count, isOff, onDrop }: RowDragOptions) {
  const [drag, setDrag] = useState<RowDrag | null>(null)
  const pressed = useRef<{ tableId: string; y: number } | null>(null)

  const end = () => {
    pressed.current = null
    setDrag(null)
  }
  useEffect(() => {
    if (!drag) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      pressed.current = null
      setDrag(null)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [drag])

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const tableId = rowOf(event.target)
      if (isOff || event.button !== 0 || tableId === undefined) return
      pressed.current = { tableId, y: event.clientY }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = pressed.current
      if (!from || (!drag && Math.abs(event.clientY - from.y) < START_AFTER_PX)) return
      if (!drag) event.currentTarget.setPointerCapture(event.pointerId)
      const { top } = event.currentTarget.getBoundingClientRect()
      const index = Math.round((event.clientY - top) / ROW_HEIGHT)
      setDrag({ tableId: from.tableId, index: Math.max(0, Math.min(count, index)) })
    },
    onPointerUp() {
      if (drag) onDrop(drag)
      end()
    },
    onPointerCancel: end,
  }
  return { drag, handlers }
}
