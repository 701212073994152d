import { useEffect, useState } from 'react'

/** As many cards as one frame draws in full without being felt. */
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
  // Once more when none waits, so that what was spent is given back.
  if (waiting.size > 0 || left < PER_FRAME) frame = requestAnimationFrame(nextFrame)
}

function wake() {
  if (frame === 0) frame = requestAnimationFrame(nextFrame)
}

function takeTurn(): boolean {
  wake()
  if (left === 0) return false
  left -= 1
  return true
}

/** Whether a card is drawn in full by now: of many that come into view at once, a few with each frame. */
export function useDetail(isWanted: boolean): boolean {
  const [isShown, show] = useState(() => isWanted && takeTurn())
  if (isShown && !isWanted) show(false)
  useEffect(() => {
    if (!isWanted || isShown) return
    const turn = () => show(true)
    waiting.add(turn)
    wake()
    return () => {
      waiting.delete(turn)
    }
  }, [isWanted, isShown])
  return isWanted && isShown
}
