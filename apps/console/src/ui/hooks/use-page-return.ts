import { useEffect, useEffectEvent } from 'react'

/** Calls back when the browser shows the page as it was left, such as with Back from another site. */
export function usePageReturn(onReturn: () => void): void {
  const run = useEffectEvent(onReturn)
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) run()
    }
    window.addEventListener('pageshow', show)
    return () => window.removeEventListener('pageshow', show)
  }, [])
}
