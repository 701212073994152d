import { useSyncExternalStore } from 'react'
import { countEdits, type Edits, NO_EDITS } from './edits.ts'
import type { Tally } from './save-tally.ts'

interface GridState {
  edits: Edits
  isSaving: boolean
  /** Why the last save could not be sent; undefined if it was answered. */
  failure: string | undefined
}

export interface GridStore {
  get: () => GridState
  set: (part: Partial<GridState>) => void
  change: (edit: (edits: Edits) => Edits) => void
  subscribe: (listener: () => void) => () => void
  /** 'Save Changes'. */
  save: () => Promise<void>
  /** Called after a save with what was stored, so that the open grid shows it. */
  saved: { current: ((tally: Tally) => void) | undefined }
  /** Focuses the grid. */
  focus: { current: (() => void) | undefined }
}

interface GridStoreOptions {
  edits?: Edits
  save: (store: GridStore) => Promise<void>
}

/** The unsaved edits of one table, stored outside React so that a key press re-renders only the grid. */
export function createGridStore({ edits = NO_EDITS, save }: GridStoreOptions): GridStore {
  let state: GridState = { edits, isSaving: false, failure: undefined }
  const listeners = new Set<() => void>()
  const set = (part: Partial<GridState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const store: GridStore = {
    get: () => state,
    set,
    change: (edit) => {
      const next = edit(state.edits)
      if (next !== state.edits) set({ edits: next })
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    save: () => save(store),
    saved: { current: undefined },
    focus: { current: undefined },
  }
  return store
}

export function useEdits(store: GridStore): Edits {
  return useSyncExternalStore(store.subscribe, () => store.get().edits)
}

export function useEditCount(store: GridStore): number {
  return useSyncExternalStore(store.subscribe, () => countEdits(store.get().edits))
}

export function useSaveFailure(store: GridStore): string | undefined {
  return useSyncExternalStore(store.subscribe, () => store.get().failure)
}
