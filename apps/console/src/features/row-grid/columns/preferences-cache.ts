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

function store(key: string, kept: CachedPreferences): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // A full or forbidden storage costs the first paint of the next visit, nothing else.
  }
}

/** This browser's copies of how people like tables to look, and how they get to the server. */
export function createPreferencesCache(
  save: (whose: PreferencesOwner, preferences: GridPreferences) => Promise<unknown>,
) {
  const copies = new Map<string, CachedPreferences | undefined>()
  /** When the server last took something; what it was asked before that is old. */
  const takenAt = new Map<string, number>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()

  const read = (whose: PreferencesOwner): CachedPreferences | undefined => {
    const key = keyOf(whose)
    if (!copies.has(key)) copies.set(key, readStored(key))
    return copies.get(key)
  }
  const write = (whose: PreferencesOwner, kept: CachedPreferences) => {
    copies.set(keyOf(whose), kept)
    store(keyOf(whose), kept)
    for (const listener of listeners) listener()
  }
  const send = async (whose: PreferencesOwner) => {
    const sent = read(whose)
    if (!sent?.isUnsaved) return
    try {
      await save(whose, sent.preferences)
      // What was changed on the way has a save of its own.
      if (read(whose) !== sent) return
      takenAt.set(keyOf(whose), performance.now())
      write(whose, { ...sent, isUnsaved: false })
    } catch (error) {
      // It stays unsaved, and goes with the next change or the next visit.
      logFailure('Saving the view of a table', error)
    }
  }
  /** Sends what is not saved yet, once nothing changes for a moment. */
  const saveSoon = (whose: PreferencesOwner) => {
    clearTimeout(timers.get(keyOf(whose)))
    timers.set(
      keyOf(whose),
      setTimeout(() => void send(whose), PAUSE_MS),
    )
  }
  const prefer = (whose: PreferencesOwner, preferences: GridPreferences) => {
    write(whose, { preferences, isUnsaved: true })
    saveSoon(whose)
  }
  /** Keeps what the server said when it was asked, for the first paint of the next visit. */
  const keepServed = (whose: PreferencesOwner, preferences: GridPreferences, askedAt: number) => {
    const now = read(whose)
    if (now?.isUnsaved || askedAt < (takenAt.get(keyOf(whose)) ?? 0)) return
    if (JSON.stringify(now?.preferences) === JSON.stringify(preferences)) return
    write(whose, { preferences, isUnsaved: false })
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const useCopy = (whose: PreferencesOwner | undefined) =>
    useSyncExternalStore(subscribe, () => (whose ? read(whose) : undefined))
  return { read, prefer, saveSoon, keepServed, useCopy }
}
