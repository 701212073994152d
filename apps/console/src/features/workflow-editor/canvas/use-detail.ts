import { useEffect, useState } from 'react'

/** Number of full cards that fit in one frame without dropping it. */
const PER_FRAME = 12

const waiting = new Set<() => void>()
let left = PER_FRAME
let frame = 0

function nextFrame() {
  frame = 0
  left = PER_FRAME
  for (const show of [...waiting].slice(0, PER_FRAME)) {
    waiting.delete(show)
    left -= 1
    show()
  }
  // Schedule another frame if the budget was used, so that it is reset.
  if (waiting.size > 0 || left < PER_FRAME) frame = requestAnimationFrame(nextFrame)
}

function wake() {
  if (frame === 0) frame = requestAnimationFrame(nextFrame)
}

function takeFrameSlot(): boolean {
  wake()
  if (left === 0) return false
  left -= 1
  return true
}

/** Whether a card should be rendered in full. Spreads many cards over several frames. */
export function useDetail(isWanted: boolean): boolean {
  const [isShown, show] = useState(() => isWanted && takeFrameSlot())
  if (isShown && !isWanted) show(false)
  useEffect(() => {
    if (!isWanted || isShown) return
    const reveal = () => show(true)
    waiting.add(reveal)
    wake()
    return () => {
      waiting.delete(reveal)
    }
  }, [isWanted, isShown])
  return isWanted && isShown
}
