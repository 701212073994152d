import { createExternalStore } from '../hooks/external-store.ts'
import { reduceToasts, TOAST_REMOVE_DELAY, type Toast, type ToastContent } from './toast-reducer.ts'

const store = createExternalStore<readonly Toast[]>([])
let lastId = 0

/** Shows a toast, replacing the previous one. */
export function showToast(content: ToastContent) {
  lastId += 1
  const toast: Toast = { ...content, id: `toast-${lastId}`, open: true }
  store.set(reduceToasts(store.get(), { type: 'add', toast }))
}

export function dismissToast(id: string) {
  store.set(reduceToasts(store.get(), { type: 'dismiss', id }))
  setTimeout(() => store.set(reduceToasts(store.get(), { type: 'remove', id })), TOAST_REMOVE_DELAY)
}

/** Dismisses a toast that no longer applies. */
export function dismissToasts() {
  for (const { id, open } of store.get()) if (open) dismissToast(id)
}

export const useToasts = store.use
