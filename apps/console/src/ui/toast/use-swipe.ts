import { type PointerEvent, useRef, useState } from 'react'
import { TOAST_SWIPE_THRESHOLD } from './toast.ts'

/** Tracks a pointer drag to the right; releasing beyond the threshold counts as a swipe. */
export function useSwipe(onSwipe: () => void) {
  const start = useRef<number | null>(null)
  const [distance, setDistance] = useState(0)
  const end = () => {
    if (start.current !== null && distance >= TOAST_SWIPE_THRESHOLD) onSwipe()
    else setDistance(0)
    start.current = null
  }
  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.target instanceof Element && event.target.closest('button')) return
      start.current = event.clientX
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      if (start.current !== null) setDistance(Math.max(0, event.clientX - start.current))
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
  return { distance, handlers }
}
