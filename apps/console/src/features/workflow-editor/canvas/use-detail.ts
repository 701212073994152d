import { useEffect, useState } from 'react'

/** Spreads the rendering of many cards over frames. */
interface FrameBudget {
  waiting: Set<() => void>
  perFrame: number
  left: number
  frame: number
}

function newBudget(perFrame: number): FrameBudget {
  return { waiting: new Set(), perFrame, left: perFrame, frame: 0 }
}

/** Number of full cards that fit in one frame without dropping it. */
const FULL_CARDS = newBudget(12)
/** Number of icons and labels of distant cards. Zooming out brings about 80 cards into view at once. */
const FAR_CARDS = newBudget(8)

function nextFrame(budget: FrameBudget) {
  const { waiting, perFrame } = budget
  budget.frame = 0
  budget.left = perFrame
  for (const show of [...waiting].slice(0, perFrame)) {
    waiting.delete(show)
    budget.left -= 1
    show()
  }
  // Schedule another frame if the budget was used, so that it is reset.
  if (waiting.size > 0 || budget.left < perFrame) wake(budget)
}

function wake(budget: FrameBudget) {
  if (budget.frame === 0) budget.frame = requestAnimationFrame(() => nextFrame(budget))
}

function takeFrameSlot(budget: FrameBudget): boolean {
  wake(budget)
  if (budget.left === 0) return false
  budget.left -= 1
  return true
}

function useFrameBudget(budget: FrameBudget, isWanted: boolean): boolean {
  const [isShown, show] = useState(() => isWanted && takeFrameSlot(budget))
  if (isShown && !isWanted) show(false)
  useEffect(() => {
    if (!isWanted || isShown) return
    const reveal = () => show(true)
    budget.waiting.add(reveal)
    wake(budget)
    return () => {
      budget.waiting.delete(reveal)
    }
  }, [budget, isWanted, isShown])
  return isWanted && isShown
}

/** Whether a card should be rendered in full. */
export function useDetail(isWanted: boolean): boolean {
  return useFrameBudget(FULL_CARDS, isWanted)
}

/** Whether the icon and label of a distant card should be rendered. */
export function useFarDetail(): boolean {
  return useFrameBudget(FAR_CARDS, true)
}
