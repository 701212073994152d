import { HISTORY_LIMIT } from '../model/limits.ts'

/** Where an editor is and where it can go back or forth to. */
export type History<T> = { past: readonly T[]; present: T; future: readonly T[] }

/** A history that begins here. */
export function newHistory<T>(present: T): History<T> {
  return { past: [], present, future: [] }
}

/** Goes on to the next state; what was undone is gone, and the oldest step beyond the limit too. */
export function record<T>(history: History<T>, next: T): History<T> {
  if (next === history.present) return history
  return {
    past: [...history.past, history.present].slice(-HISTORY_LIMIT),
    present: next,
    future: [],
  }
}

/** One step back; at the beginning nothing changes. */
export function undo<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  if (past.length === 0) return history
  return {
    past: past.slice(0, -1),
    present: past[past.length - 1] as T,
    future: [present, ...future],
  }
}

/** One step forth; at the end nothing changes. */
export function redo<T>(history: History<T>): History<T> {
  const { past, present, future } = history
  if (future.length === 0) return history
  return { past: [...past, present], present: future[0] as T, future: future.slice(1) }
}
