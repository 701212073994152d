import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export interface GridWindow {
  top: number
  left: number
  width: number
  height: number
}

/** Rows are rendered in blocks, so that slow scrolling does not re-render at every step. */
const BLOCK = 4
const MARGIN = 4
const WIDTH_STEP = 80

const START: GridWindow = { top: 0, left: 0, width: 1200, height: 800 }

function measureWindow(element: HTMLElement): GridWindow {
  const { scrollTop, scrollLeft, clientWidth, clientHeight } = element
  return { top: scrollTop, left: scrollLeft, width: clientWidth, height: clientHeight }
}

/** The range of rows to render: those in view, rounded to blocks, plus a margin. */
export function rowsInView({ top, height }: GridWindow, rowHeight: number, count: number) {
  const from = Math.floor(top / rowHeight / BLOCK) * BLOCK - MARGIN
  const to = Math.ceil((top + height) / rowHeight / BLOCK) * BLOCK + MARGIN
  return { from: Math.max(0, from), to: Math.min(count, to) }
}

function isSame(one: GridWindow, other: GridWindow, rowHeight: number): boolean {
  const block = rowHeight * BLOCK
  return (
    Math.floor(one.top / block) === Math.floor(other.top / block) &&
    Math.floor(one.left / WIDTH_STEP) === Math.floor(other.left / WIDTH_STEP) &&
    one.width === other.width &&
    one.height === other.height
  )
}

/** The scroll position and size of the grid's viewport. */
export function useGridWindow(scroller: RefObject<HTMLElement | null>, rowHeight: number) {
  const [view, setView] = useState(START)
  const frame = useRef(0)
  const update = useCallback(() => {
    const element = scroller.current
    if (!element) return
    setView((now) => {
      const next = measureWindow(element)
      return isSame(now, next, rowHeight) ? now : next
    })
  }, [scroller, rowHeight])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    const scroll = () => {
      cancelAnimationFrame(frame.current)
      frame.current = requestAnimationFrame(update)
    }
    element.addEventListener('scroll', scroll, { passive: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame.current)
      element.removeEventListener('scroll', scroll)
    }
  }, [scroller, update])
  return view
}
