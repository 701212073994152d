import { useToasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'

/** The corner where toasts appear; always there, so that screen readers hear what comes into it. */
export function Toaster() {
  const toasts = useToasts()
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-90 max-w-[calc(100vw-32px)] flex-col gap-2"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}
