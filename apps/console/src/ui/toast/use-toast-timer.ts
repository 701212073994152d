import { useEffect, useEffectEvent, useRef } from 'react'
import { TOAST_DURATION } from './toast.ts'

interface ToastTimer {
  running: boolean
  onEnd: () => void
}

/** Countdown of a toast; a pause keeps the remaining time. */
export function useToastTimer({ running, onEnd }: ToastTimer) {
  const left = useRef(TOAST_DURATION)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!running) return
    const startedAt = performance.now()
    const timer = setTimeout(end, left.current)
    return () => {
      clearTimeout(timer)
      left.current -= performance.now() - startedAt
    }
  }, [running])
}
