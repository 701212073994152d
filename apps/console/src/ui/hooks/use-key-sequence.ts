import { useEffect, useEffectEvent } from 'react'
import { isShortcutPress } from './use-shortcut.ts'

/** How long the second key may take. */
const WAIT_MS = 1_500

/** Calls `act` with the key that is pressed after the first one, as in G then D. */
export function useKeySequence(first: string, act: (key: string) => void): void {
  const run = useEffectEvent(act)
  useEffect(() => {
    let until = 0
    const press = (event: KeyboardEvent) => {
      if (!isShortcutPress(event)) return
      const isSecond = event.timeStamp < until
      until = !isSecond && event.key === first ? event.timeStamp + WAIT_MS : 0
      if (isSecond) run(event.key)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [first])
}
