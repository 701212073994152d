import { type RefObject, useEffect, useEffectEvent } from 'react'
import { ROW_HEIGHT } from './table-row.tsx'

interface ScrollToRow {
  scroller: RefObject<HTMLElement | null>
  /** The index of the selected row. */
  at: number
  id: string | undefined
}

/** Scrolls a row into view when the selection changes, and only then. */
export function useScrollToRow({ scroller, at, id }: ScrollToRow) {
  const show = useEffectEvent(() => {
    const element = scroller.current
    if (!element || at < 0) return
    const top = at * ROW_HEIGHT
    const bottom = top + ROW_HEIGHT
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight) {
      element.scrollTop = bottom - element.clientHeight
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed selection scrolls
  useEffect(() => show(), [id])
}
