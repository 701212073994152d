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

/**
 * Mounts expensive components one per frame, after their surroundings are painted: becomes true
 * when it is the turn of this one.
 */
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
