import { Button } from './button.tsx'
import { cn } from './cn.ts'

interface ErrorStateProps {
  onRetry: () => void
  busy?: boolean
  className?: string
}

/** Stands where something could not be loaded. */
export function ErrorState({ onRetry, busy = false, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn('flex items-center justify-center gap-3 px-6 py-16 text-sm', className)}
    >
      <span className="text-fg-2">Could not load.</span>
      <Button size="sm" busy={busy} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}
