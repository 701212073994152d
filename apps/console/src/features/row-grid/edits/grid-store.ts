import { useSyncExternalStore } from 'react'
import { countEdits, type Edits, NO_EDITS } from './edits.ts'

interface GridState {
  edits: Edits
  isSaving: boolean
}

export interface GridStore {
  get: () => GridState
  set: (part: Partial<GridState>) => void
  change: (edit: (edits: Edits) => Edits) => void
  subscribe: (listener: () => void) => () => void
  /** Called by 'Save Changes'; undefined while no grid is open. */
  save: { current: (() => Promise<void>) | undefined }
  /** Focuses the grid. */
  focus: { current: (() => void) | undefined }
}

/** The unsaved edits, stored outside React so that a key press re-renders only the grid. */
export function createGridStore(): GridStore {
  let state: GridState = { edits: NO_EDITS, isSaving: false }
  const listeners = new Set<() => void>()
  const set = (part: Partial<GridState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  return {
    get: () => state,
    set,
    change: (edit) => {
      const edits = edit(state.edits)
      if (edits !== state.edits) set({ edits })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    save: { current: undefined },
    focus: { current: undefined },
  }
}

export function useEdits(store: GridStore): Edits {
  return useSyncExternalStore(store.subscribe, () => store.get().edits)
}

export function useEditCount(store: GridStore): number {
  return useSyncExternalStore(store.subscribe, () => countEdits(store.get().edits))
}

export function useHasEdits(store: GridStore): boolean {
  return useSyncExternalStore(store.subscribe, () => store.get().edits.rows.size > 0)
}

export function useIsSaving(store: GridStore): boolean {
  return useSyncExternalStore(store.subscribe, () => store.get().isSaving)
}
