import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { cn } from '../primitives/cn.ts'
import { dismissToast, type Toast } from './toast.ts'
import { useSwipe } from './use-swipe.ts'
import { useToastTimer } from './use-toast-timer.ts'

/**
 * One toast; its timer pauses on hover and focus, and swiping right dismisses it. Where there is little room it shows
 * its title alone, and all of it while it is paused.
 */
export function ToastCard({ toast }: { toast: Toast }) {
  const [isPaused, setPaused] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const dismiss = () => dismissToast(toast.id)
  const swipe = useSwipe(dismiss)
  useToastTimer({ running: toast.open && !isPaused, onEnd: dismiss })
  if (isRemoved) return null

  const destructive = toast.variant === 'destructive'
  const Icon = destructive ? CircleAlert : CircleCheck
  const release = (event: KeyboardEvent) => (event.key === 'Escape' ? dismiss() : undefined)
  return (
    <div
      role="status"
      aria-live={destructive ? 'assertive' : 'polite'}
      data-toast={toast.open ? 'open' : 'closed'}
      {...swipe.handlers}
      style={{ transform: swipe.distance > 0 ? `translateX(${swipe.distance}px)` : undefined }}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onKeyDown={release}
      onAnimationEnd={() => (toast.open ? undefined : setRemoved(true))}
      className={cn(
        'pointer-events-auto relative flex touch-pan-y gap-2.5 rounded-lg border py-3 pr-10 pl-3 shadow-3 select-none group-data-click-through/toasts:pointer-events-none',
        isPaused ? '' : 'group-data-compact/toasts:py-1.5',
        toast.open ? 'animate-toast-in' : 'animate-toast-out',
        destructive
          ? 'border-danger-line bg-danger-soft text-danger-text'
          : 'border-transparent bg-raised text-fg',
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn('mt-0.5 size-4 shrink-0', destructive ? '' : 'text-accent-text')}
      />
      <div className="min-w-0 flex-1 text-sm break-words">
        <p className={cn('font-medium', isPaused ? '' : 'group-data-compact/toasts:truncate')}>
          {toast.title}
        </p>
        {toast.description ? (
          <p
            className={cn(
              isPaused ? '' : 'group-data-compact/toasts:sr-only',
              destructive ? '' : 'text-fg-2',
            )}
          >
            {toast.description}
          </p>
        ) : null}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        onClick={dismiss}
        className="ring-focus pointer-events-auto absolute top-2.5 right-2.5 grid size-6 place-items-center rounded-md group-data-compact/toasts:top-1"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </div>
  )
}
