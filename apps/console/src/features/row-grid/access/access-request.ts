import { createExternalStore } from '../../../ui/hooks/external-store.ts'

/** The row whose access is asked about; without an id it is yet to be chosen. */
export interface AccessRequest {
  tableId: string
  rowId?: string | undefined
}

const store = createExternalStore<AccessRequest | null>(null)

export const useAccessRequest = store.use

/** Opens 'Who can see this row'. */
export const openAccessDialog = store.set

export function closeAccessDialog() {
  store.set(null)
}
