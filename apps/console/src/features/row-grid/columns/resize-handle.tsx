import { COLUMN_WIDTHS } from '@plinth/contract'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { COLUMN_WIDTH } from './grid-columns.ts'

interface ResizeHandleProps {
  label: string
  width: number
  isStop: boolean
  onResize: (width: number) => void
}

const { narrowest: NARROWEST, widest: WIDEST } = COLUMN_WIDTHS
const STEP = 10
const LARGE_STEP = 50

function within(width: number): number {
  return Math.max(NARROWEST, Math.min(WIDEST, Math.round(width)))
}

/** Resizes a column by dragging or arrow keys; a double click resets the width. */
export function ResizeHandle({ label, width, isStop, onResize }: ResizeHandleProps) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const press = (event: KeyboardEvent) => {
    const step = event.shiftKey ? LARGE_STEP : STEP
    if (event.key === 'ArrowLeft') onResize(within(width - step))
    else if (event.key === 'ArrowRight') onResize(within(width + step))
    else if (event.key === 'Enter') onResize(COLUMN_WIDTH)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      start.current = { x: event.clientX, width }
      event.currentTarget.setPointerCapture(event.pointerId)
      event.preventDefault()
    },
    onPointerMove(event: PointerEvent) {
      if (start.current) onResize(within(start.current.width + event.clientX - start.current.x))
    },
    onPointerUp() {
      start.current = null
    },
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator cannot be an <hr>
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={isStop ? 0 : -1}
      onKeyDown={press}
      onDoubleClick={() => onResize(COLUMN_WIDTH)}
      {...handlers}
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:left-[3px] after:w-0.5 hover:after:bg-line-strong focus-visible:after:bg-accent active:after:bg-accent"
    />
  )
}
