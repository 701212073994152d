import { type Location, useBlocker } from 'react-router'
import { useUnloadGuard } from './use-unload-guard.ts'

/** Switching the environment counts as leaving, although the path is the same. */
function placeOf({ pathname, search }: Location): string {
  return `${pathname} ${new URLSearchParams(search).get('environment') ?? 'dev'}`
}

/** Blocks navigation while there are unsaved changes; `isOurs` allows paths that lose nothing. */
export function useLeaveGuard(isDirty: boolean, isOurs?: (pathname: string) => boolean) {
  useUnloadGuard(isDirty)
  return useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      placeOf(currentLocation) !== placeOf(nextLocation) &&
      isOurs?.(nextLocation.pathname) !== true,
  )
}
