import { createExternalStore } from '../../../ui/hooks/external-store.ts'

/** The row to check; without an id it is chosen in the dialog. */
export interface AccessRequest {
  tableId: string
  rowId?: string | undefined
}

const store = createExternalStore<AccessRequest | null>(null)

export const useAccessRequest = store.use

export const openAccessDialog = store.set

export function closeAccessDialog() {
  store.set(null)
}
