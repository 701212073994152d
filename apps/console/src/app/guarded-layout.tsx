import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useCurrentUser } from '../state/current-user.ts'
import { useSession } from '../state/session.tsx'
import { claimUnsaved } from '../state/unsaved/unsaved-changes.ts'
import { TooltipProvider } from '../ui/primitives/tooltip.tsx'
import { AppSkeleton } from './app-skeleton.tsx'
import { Overlays } from './overlays.tsx'

const TWO_FACTOR = '/two-factor'

function SignedIn() {
  // Subscribed here so that changing screens does not evict the user from the query cache.
  const { data } = useCurrentUser()
  const { pathname } = useLocation()
  const userId = data?.user.id
  useEffect(() => {
    if (userId !== undefined) claimUnsaved(userId)
  }, [userId])
  if (data?.mustSetUpTwoFactor && pathname !== TWO_FACTOR)
    return <Navigate to={TWO_FACTOR} replace />
  return (
    <TooltipProvider>
      <Outlet />
      <Overlays />
    </TooltipProvider>
  )
}

/** Redirects visitors without a session; renders a skeleton while the session is unknown. */
export function GuardedLayout() {
  const { state } = useSession()
  const { pathname, search } = useLocation()
  if (state === 'loading') return <AppSkeleton />
  if (state === 'unauthenticated') {
    // A device waits ten minutes for its approval, so signing in leads back to its page.
    const isDevice = pathname === '/device'
    return <Navigate to="/" replace state={isDevice ? { next: `${pathname}${search}` } : null} />
  }
  return <SignedIn />
}
