import { createExternalStore } from '../ui/hooks/external-store.ts'

/** The table whose API calls are shown; null while the dialog is closed. */
const store = createExternalStore<{ tableId: string } | null>(null)

export const useTableApi = store.use

export const openTableApi = store.set

export function closeTableApi() {
  store.set(null)
}
