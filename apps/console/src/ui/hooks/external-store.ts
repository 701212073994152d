import { useSyncExternalStore } from 'react'

export interface ExternalStore<Value> {
  get: () => Value
  set: (next: Value) => void
  use: () => Value
}

/** A value outside React that components can subscribe to. */
export function createExternalStore<Value>(initial: Value): ExternalStore<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const set = (next: Value) => {
    value = next
    for (const listener of listeners) listener()
  }
  return { get, set, use: () => useSyncExternalStore(subscribe, get) }
}
