import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** An action of the shown screen, as the command palette lists it. */
export interface PaletteAction {
  label: string
  /** Its keyboard shortcut. */
  keys?: string
  run: () => void
}

const registered = new Set<RefObject<readonly PaletteAction[]>>()

/** Offers actions in the command palette while the component is mounted. */
export function usePaletteActions(actions: readonly PaletteAction[]): void {
  const latest = useRef(actions)
  useLayoutEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    registered.add(latest)
    return () => {
      registered.delete(latest)
    }
  }, [])
}

export function listPaletteActions(): readonly PaletteAction[] {
  return [...registered].flatMap(({ current }) => current)
}
