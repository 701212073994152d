import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'

/** Another environment is another place, although the screen is the same. */
function placeOf({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get('environment') ?? 'dev'}`
}

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
      placeOf(currentLocation) !== placeOf(nextLocation) &&
      isOurs?.(nextLocation.pathname) !== true,
  )
}
