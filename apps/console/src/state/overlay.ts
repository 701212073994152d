import { createExternalStore } from '../ui/hooks/external-store.ts'

type Overlay = 'none' | 'palette' | 'shortcuts' | 'deploy' | 'releases' | 'trash'

const store = createExternalStore<Overlay>('none')

export const useOverlay = store.use

export const openOverlay = store.set

export function closeOverlay() {
  store.set('none')
}
