import { toasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'

/** The live region for toasts; always mounted, so that screen readers announce them. */
export function Toaster() {
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed right-4 bottom-4 z-50 flex w-90 max-w-[calc(100vw-32px)] flex-col gap-2"
    >
      {toasts.use().map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}
