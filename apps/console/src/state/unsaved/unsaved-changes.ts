import { createExternalStore } from '../../ui/hooks/external-store.ts'

const PREFIX = 'unsaved '
const OWNER = 'owner of unsaved changes'

/** The limit per project: rows of both environments, views and queries together. */
const MAX_UNSAVED_BYTES = 1_000_000

/** Changes to the rows of a table, to a named view of a table, or to the text of a query. */
const KINDS = ['rows', 'view', 'query'] as const
type UnsavedKind = (typeof KINDS)[number]

/** Identifies one entry. */
export interface UnsavedKey {
  projectId: string
  kind: UnsavedKind
  /** Unique in its project and kind. */
  id: string
}

/** The part of a stored entry that names what is unsaved. */
interface UnsavedNames {
  project: string
  /** Of the table, the view or the query; empty for a query that was never saved. */
  name: string
  count: number
}

export type UnsavedEntry = UnsavedNames & { kind: UnsavedKind }

/** Without zod, which the sign-in screen does not load. */
function readEntry(key: string): UnsavedEntry[] {
  const kind = KINDS.find((one) => one === key.split(' ')[2])
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '')
    const { project, name, count } = Object(stored) as Partial<Record<keyof UnsavedNames, unknown>>
    if (!kind || typeof project !== 'string' || typeof name !== 'string') return []
    return typeof count === 'number' ? [{ kind, project, name, count }] : []
  } catch {
    return []
  }
}

interface UnsavedHolder {
  /** Writes what is in memory to the session storage. */
  flush: () => void
  /** Discards what is in memory. */
  discard: () => void
}

const holders = new Set<UnsavedHolder>()

export function registerUnsaved(holder: UnsavedHolder): void {
  holders.add(holder)
}

const keyOf = ({ projectId, kind, id }: UnsavedKey) => `${PREFIX}${projectId} ${kind} ${id}`

function storedKeys(prefix = PREFIX): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
}

/** The stored entries of a project and kind whose id starts with `id`; the rest of the id names each. */
export function readUnsaved(start: UnsavedKey): { id: string; text: string }[] {
  const prefix = keyOf(start)
  return storedKeys(prefix).map((key) => ({
    id: key.slice(prefix.length),
    text: sessionStorage.getItem(key) ?? '',
  }))
}

/** The projects with stored entries. */
export function listUnsavedProjects(): string[] {
  return [...new Set(storedKeys().map((key) => key.split(' ')[1] ?? ''))]
}

/** Stores an entry; returns false if the browser has no space for it. An empty text removes it. */
export function writeUnsaved(key: UnsavedKey, text: string): boolean {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(key))
    else sessionStorage.setItem(keyOf(key), text)
    return true
  } catch {
    sessionStorage.removeItem(keyOf(key))
    return false
  }
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}

/** The bytes that are left for one entry of a project. */
export function unsavedRoom(key: UnsavedKey): number {
  const others = storedKeys(`${PREFIX}${key.projectId} `).filter((one) => one !== keyOf(key))
  return others.reduce(
    (room, one) => room - bytesOf(sessionStorage.getItem(one) ?? ''),
    MAX_UNSAVED_BYTES,
  )
}

function flushAll(): void {
  for (const { flush } of holders) flush()
}

/** What is unsaved in this tab, of all projects. */
export function listUnsaved(): UnsavedEntry[] {
  flushAll()
  return storedKeys().flatMap(readEntry)
}

/** Discards the unsaved changes of all projects. */
export function clearUnsaved(): void {
  for (const { discard } of holders) discard()
  for (const key of [OWNER, ...storedKeys()]) sessionStorage.removeItem(key)
}

/**
 * Called with the signed-in user. A session that expired leaves unsaved changes for its user to come back to; anybody
 * else who signs in must not get them.
 */
export function claimUnsaved(userId: string): void {
  const owner = sessionStorage.getItem(OWNER)
  if (owner !== null && owner !== userId) clearUnsaved()
  sessionStorage.setItem(OWNER, userId)
}

// The conformance check reads this module without a browser.
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', flushAll)
  document.addEventListener('visibilitychange', flushAll)
  // A reload loses nothing that is stored, but closing the tab does, and the browser does not say which one it is.
  window.addEventListener('beforeunload', (event) => {
    if (listUnsaved().length > 0) event.preventDefault()
  })
}

/** What signing out would discard, while the user is asked; undefined otherwise. */
export const signOutQuestion = createExternalStore<readonly UnsavedEntry[] | undefined>(undefined)
