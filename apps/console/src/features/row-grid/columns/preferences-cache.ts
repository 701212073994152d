import { GridPreferences } from '@plinth/contract'
import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { logFailure } from '../../../api/log-failure.ts'

/** Whose view of which table. */
export interface PreferencesOwner {
  person: string
  projectId: string
  tableId: string
}

const CachedPreferences = z.object({
  preferences: GridPreferences,
  /** The server has not taken it yet: it counts for more than what the server says. */
  isUnsaved: z.boolean(),
})
type CachedPreferences = z.infer<typeof CachedPreferences>

/** Dragging an edge is many changes and one save. */
const PAUSE_MS = 500

const keyOf = ({ person, projectId, tableId }: PreferencesOwner) =>
  `grid:${person}:${projectId}:${tableId}`

function readStored(key: string): CachedPreferences | undefined {
  try {
    return CachedPreferences.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data
  } catch {
    return undefined
  }
}

function store(key: string, cached: CachedPreferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(cached))
  } catch {
    // A full or forbidden storage costs the first paint of the next visit, nothing else.
  }
}

/** This browser's copies of how people like tables to look, and how they get to the server. */
export function createPreferencesCache(
  save: (owner: PreferencesOwner, preferences: GridPreferences) => Promise<unknown>,
) {
  const copies = new Map<string, CachedPreferences | undefined>()
  /** When the server last took something; what it was asked before that is old. */
  const takenAt = new Map<string, number>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()

  const read = (owner: PreferencesOwner): CachedPreferences | undefined => {
    const key = keyOf(owner)
    if (!copies.has(key)) copies.set(key, readStored(key))
    return copies.get(key)
  }
  const write = (owner: PreferencesOwner, cached: CachedPreferences) => {
    copies.set(keyOf(owner), cached)
    store(keyOf(owner), cached)
    for (const listener of listeners) listener()
  }
  const send = async (owner: PreferencesOwner) => {
    const sent = read(owner)
    if (!sent?.isUnsaved) return
    try {
      await save(owner, sent.preferences)
      // What was changed on the way has a save of its own.
      if (read(owner) !== sent) return
      takenAt.set(keyOf(owner), performance.now())
      write(owner, { ...sent, isUnsaved: false })
    } catch (error) {
      // It stays unsaved, and goes with the next change or the next visit.
      logFailure('Saving the view of a table', error)
    }
  }
  /** Sends what is not saved yet, once nothing changes for a moment. */
  const saveSoon = (owner: PreferencesOwner) => {
    clearTimeout(timers.get(keyOf(owner)))
    timers.set(
      keyOf(owner),
      setTimeout(() => void send(owner), PAUSE_MS),
    )
  }
  const prefer = (owner: PreferencesOwner, preferences: GridPreferences) => {
    write(owner, { preferences, isUnsaved: true })
    saveSoon(owner)
  }
  /** Keeps what the server said when it was asked, for the first paint of the next visit. */
  const storeServed = (owner: PreferencesOwner, preferences: GridPreferences, askedAt: number) => {
    const now = read(owner)
    if (now?.isUnsaved || askedAt < (takenAt.get(keyOf(owner)) ?? 0)) return
    if (JSON.stringify(now?.preferences) === JSON.stringify(preferences)) return
    write(owner, { preferences, isUnsaved: false })
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const useCopy = (owner: PreferencesOwner | undefined) =>
    useSyncExternalStore(subscribe, () => (owner ? read(owner) : undefined))
  return { read, prefer, saveSoon, storeServed, useCopy }
}
