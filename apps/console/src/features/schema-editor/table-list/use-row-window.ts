import { type RefObject, useEffect, useState } from 'react'
import { ROW_HEIGHT } from './table-row.tsx'

/** Lists up to this length are rendered in full, so that the browser's search finds every row. */
const WHOLE = 60
const MARGIN_ROWS = 8

interface RowWindow {
  from: number
  to: number
}

function measureWindow(scroller: HTMLElement | null): RowWindow {
  const top = scroller?.scrollTop ?? 0
  const height = scroller?.clientHeight ?? 0
  return {
    from: Math.max(0, Math.floor(top / ROW_HEIGHT) - MARGIN_ROWS),
    to: Math.ceil((top + height) / ROW_HEIGHT) + MARGIN_ROWS,
  }
}

/** The rows of a long list to render: those in view and a margin around them. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [shown, setShown] = useState<RowWindow>({ from: 0, to: WHOLE })
  const isLong = count > WHOLE
  useEffect(() => {
    const element = scroller.current
    if (!element || !isLong) return
    const update = () =>
      setShown((now) => {
        const next = measureWindow(element)
        return next.from === now.from && next.to === now.to ? now : next
      })
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [scroller, isLong])
  return isLong ? shown : { from: 0, to: count }
}
