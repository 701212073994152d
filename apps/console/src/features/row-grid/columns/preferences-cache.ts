import { GridPreferences } from '@plinth/contract'
import { useSyncExternalStore } from 'react'
import * as z from 'zod'
import { logFailure } from '../../../api/log-failure.ts'

/** The user and the table that preferences belong to. */
export interface PreferencesOwner {
  person: string
  projectId: string
  tableId: string
}

const CachedPreferences = z.object({
  preferences: GridPreferences,
  /** Not saved on the server yet, so it overrides the server's copy. */
  isUnsaved: z.boolean(),
})
type CachedPreferences = z.infer<typeof CachedPreferences>

/** Debounce: dragging a column edge makes many changes and one save. */
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
    // Without local storage the next visit only waits for the server before its first paint.
  }
}

/** A local cache of grid preferences that saves changes to the server, debounced. */
export function createPreferencesCache(
  save: (owner: PreferencesOwner, preferences: GridPreferences) => Promise<unknown>,
) {
  const copies = new Map<string, CachedPreferences | undefined>()
  /** When the last save completed; responses to earlier requests are outdated. */
  const savedAt = new Map<string, number>()
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
      // A change made during the save has its own save.
      if (read(owner) !== sent) return
      savedAt.set(keyOf(owner), performance.now())
      write(owner, { ...sent, isUnsaved: false })
    } catch (error) {
      // It stays unsaved and is sent with the next change or on the next visit.
      logFailure('Saving the view of a table', error)
    }
  }
  /** Saves unsaved preferences, debounced. */
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
  /** Caches the server's response for the first paint of the next visit, unless it is outdated. */
  const storeServed = (owner: PreferencesOwner, preferences: GridPreferences, askedAt: number) => {
    const now = read(owner)
    if (now?.isUnsaved || askedAt < (savedAt.get(keyOf(owner)) ?? 0)) return
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
