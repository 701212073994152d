export const TOAST_LIMIT = 1
/** Delay before a dismissed toast is removed from the list. */
export const TOAST_REMOVE_DELAY = 1_000_000
export const TOAST_DURATION = 5000
export const TOAST_SWIPE_THRESHOLD = 50

export interface ToastContent {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
}

export interface Toast extends ToastContent {
  id: string
  open: boolean
}

export type ToastAction =
  | { type: 'add'; toast: Toast }
  | { type: 'dismiss'; id: string }
  | { type: 'remove'; id: string }

/** The toasts after an action, newest first. */
export function reduceToasts(toasts: readonly Toast[], action: ToastAction): readonly Toast[] {
  switch (action.type) {
    case 'add':
      return [action.toast, ...toasts].slice(0, TOAST_LIMIT)
    case 'dismiss':
      return toasts.map((toast) => (toast.id === action.id ? { ...toast, open: false } : toast))
    case 'remove':
      return toasts.filter((toast) => toast.id !== action.id)
  }
}
