import { type RefObject, useEffect, useEffectEvent } from 'react'
import { ROW_HEIGHT } from './table-row.tsx'

interface ScrollToRow {
  scroller: RefObject<HTMLElement | null>
  /** The row that must be in view, by its place and by what it is. */
  at: number
  id: string | undefined
}

/** Brings a row into view when another one is chosen, and only then. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what it waits for
  useEffect(() => show(), [id])
}
