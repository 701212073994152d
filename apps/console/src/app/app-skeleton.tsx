import { Skeleton } from '../ui/primitives/skeleton.tsx'

/** The top bar and an empty page, shown until the session and the route are known. */
export function AppSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center gap-3 border-b bg-surface px-3">
        <Skeleton shape="tile" className="size-6" />
        <Skeleton className="ml-4 h-3 w-28" />
        <Skeleton shape="pill" className="ml-auto size-7" />
      </div>
    </div>
  )
}
