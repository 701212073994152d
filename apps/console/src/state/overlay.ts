import { createExternalStore } from '../ui/hooks/external-store.ts'

type Overlay = 'none' | 'shortcuts' | 'deploy' | 'releases' | 'trash'

const store = createExternalStore<Overlay>('none')

export const useOverlay = store.use

export const openOverlay = store.set

export function closeOverlay() {
  store.set('none')
}

/** Separate, because the command palette opens over other dialogs. */
const palette = createExternalStore(false)

export const useIsPaletteOpen = palette.use

export const setPaletteOpen = palette.set

export function togglePalette() {
  palette.set(!palette.get())
}
