import { toasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'
import { useToastPlace } from './use-toast-place.ts'

/** The live region for toasts; always mounted, so that screen readers announce them. */
export function Toaster() {
  const shown = toasts.use()
  const place = useToastPlace(shown.find(({ open }) => open)?.id)
  return (
    <section
      ref={place}
      aria-label="Notifications"
      aria-live="polite"
      className="group/toasts pointer-events-none fixed right-4 bottom-4 z-50 flex w-90 max-w-[calc(100vw-32px)] flex-col gap-2"
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}
