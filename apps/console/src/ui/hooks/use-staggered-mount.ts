import { useEffect, useState } from 'react'

const waiting = new Set<() => void>()
let isRunning = false

function runNext() {
  const [next] = waiting
  if (next === undefined) {
    isRunning = false
    return
  }
  waiting.delete(next)
  next()
  afterPaint(runNext)
}

function afterPaint(act: () => void) {
  requestAnimationFrame(() => setTimeout(act))
}

/** True once it is this component's turn: costly parts come one per frame, after what is around them is on screen. */
export function useStaggeredMount(): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const take = () => setReady(true)
    waiting.add(take)
    if (!isRunning) {
      isRunning = true
      afterPaint(runNext)
    }
    return () => {
      waiting.delete(take)
    }
  }, [])
  return isReady
}
