import { useLayoutEffect, useRef, useState } from 'react'
import { findSide, type PopoverSide } from '../editors/editor-popover.tsx'

/** Room for the distance to the cell and for a scrollbar, which may lie over the last row. */
const MARGIN = 18

function isSame(one: PopoverSide, other: PopoverSide): boolean {
  return one.isAbove === other.isAbove && one.shift === other.shift
}

/**
 * The side for a note outside of the cell that is its parent, by its real size, which may change. `at` names the cell's
 * place, because the note stays the same element at another cell.
 */
export function useSide(at: string) {
  const note = useRef<HTMLDivElement>(null)
  const [side, setSide] = useState<PopoverSide>({ isAbove: false, shift: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again at another place
  useLayoutEffect(() => {
    const element = note.current
    const cell = element?.parentElement
    const scroller = element?.closest('[data-scroller]')
    if (!element || !cell || !scroller) return
    const place = () => {
      const { offsetWidth: width, offsetHeight } = element
      const next = findSide(cell, { width, height: cell.offsetHeight + offsetHeight + MARGIN })
      setSide((now) => (isSame(now, next) ? now : next))
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(element)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [at])
  return { note, side }
}
