import { HISTORY_LIMIT } from '../model/limits.ts'

/** Undo history of an editor. */
export type History<T> = { past: readonly T[]; present: T; future: readonly T[] }

export function newHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] }
}

/** Records a new state; discards undone states and the oldest step beyond the limit. */
export function record<T>(history: History<T>, next: T): History<T> {
  if (next === history.present) return history
  return {
    past: [...history.past, history.present].slice(-HISTORY_LIMIT),
    present: next,
    future: [],
  }
}

/** Goes one step back; a no-op at the start. */
export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  if (past.length === 0) return history
  return {
    past: past.slice(0, -1),
    present: past[past.length - 1] as T,
    future: [present, ...future],
  }
}

/** Goes one step forward; a no-op at the end. */
export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  if (future.length === 0) return history
  return { past: [...past, present], present: future[0] as T, future: future.slice(1) }
}
