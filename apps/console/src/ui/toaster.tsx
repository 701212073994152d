import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast'
import { cn } from './cn.ts'
import { dismissToast, useToasts } from './toast.ts'
import { TOAST_DURATION, TOAST_SWIPE_THRESHOLD, type Toast } from './toast-reducer.ts'

function ToastCard({ toast }: { toast: Toast }) {
  const destructive = toast.variant === 'destructive'
  const Icon = destructive ? CircleAlert : CircleCheck
  return (
    <Root
      open={toast.open}
      onOpenChange={(open) => (open ? undefined : dismissToast(toast.id))}
      className={cn(
        'ring-focus relative flex gap-2.5 rounded-lg py-3 pr-10 pl-3 shadow-3',
        'data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=end]:animate-swipe-out',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
        destructive ? 'bg-danger-soft text-danger-text' : 'bg-raised text-fg',
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn('mt-0.5 size-4 shrink-0', destructive ? '' : 'text-accent-text')}
      />
      <div className="min-w-0 flex-1">
        <Title className="text-sm font-medium break-words">{toast.title}</Title>
        {toast.description ? (
          <Description className={cn('text-sm break-words', destructive ? '' : 'text-fg-2')}>
            {toast.description}
          </Description>
        ) : null}
      </div>
      <Close
        aria-label="Dismiss"
        className="ring-focus absolute top-2.5 right-2.5 grid size-6 place-items-center rounded-md opacity-75 hover:opacity-100"
      >
        <X aria-hidden="true" className="size-3.5" />
      </Close>
    </Root>
  )
}

/** The corner where toasts appear. */
export function Toaster() {
  const toasts = useToasts()
  return (
    <Provider duration={TOAST_DURATION} swipeThreshold={TOAST_SWIPE_THRESHOLD}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <Viewport className="fixed right-4 bottom-4 z-50 flex w-90 max-w-[calc(100vw-32px)] flex-col gap-2 outline-none" />
    </Provider>
  )
}
