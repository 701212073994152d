import { createExternalStore } from '../hooks/external-store.ts'

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

/** The toasts, newest first. */
export const toasts = createExternalStore<readonly Toast[]>([])
let lastId = 0

/** Shows a toast, replacing the previous one. */
export function showToast(content: ToastContent) {
  lastId += 1
  const toast: Toast = { ...content, id: `toast-${lastId}`, open: true }
  toasts.set([toast, ...toasts.get()].slice(0, TOAST_LIMIT))
}

export function dismissToast(id: string) {
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  const remove = () => toasts.set(toasts.get().filter((toast) => toast.id !== id))
  setTimeout(remove, TOAST_REMOVE_DELAY)
}

/** Dismisses a toast that no longer applies. */
export function dismissToasts() {
  for (const { id, open } of toasts.get()) if (open) dismissToast(id)
}
