/** Progress bar at the top of the window; delayed, so that quick work shows nothing. */
export function BusyBar({ label }: { label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden"
    >
      <div className="h-full w-2/5 -translate-x-full animate-busy-bar bg-accent [animation-delay:200ms]" />
    </div>
  )
}
