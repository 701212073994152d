import { useEffect } from 'react'
import { type Location, useBlocker } from 'react-router'

/** Switching the environment counts as leaving, although the path is the same. */
function placeOf({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get('environment') ?? 'dev'}`
}

/** Blocks navigation while there are unsaved changes; `isOurs` allows paths that lose nothing. */
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
