import { useEffect } from 'react'
import { useBlocker } from 'react-router'

/** Holds back every way out of the screen while there is something to lose; `isOurs` names the ways that lose nothing. */
export function useLeaveGuard(isDirty: boolean, isOurs?: (pathname: string) => boolean) {
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      isOurs?.(nextLocation.pathname) !== true,
  )
}
