import { useEffect } from 'react'

/** Lets the browser ask before the page is closed or loaded again while there is unsaved work. */
export function useUnloadGuard(hasWork: boolean): void {
  useEffect(() => {
    if (!hasWork) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasWork])
}
