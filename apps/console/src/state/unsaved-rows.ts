import { createExternalStore } from '../ui/hooks/external-store.ts'

const PREFIX = 'unsaved rows '
const OWNER = 'owner of unsaved rows'

/** Identifies the unsaved rows of one table. */
export interface UnsavedKey {
  projectId: string
  environment: string
  tableId: string
}

/** The part of a stored entry that names what is unsaved. */
export interface UnsavedTable {
  project: string
  table: string
  count: number
}

/** Without zod, which the sign-in screen does not load. */
function readUnsavedTable(stored: unknown): UnsavedTable[] {
  const { project, table, count } = Object(stored) as Partial<Record<keyof UnsavedTable, unknown>>
  if (typeof project !== 'string' || typeof table !== 'string') return []
  return typeof count === 'number' ? [{ project, table, count }] : []
}

interface UnsavedHolder {
  /** Writes what is in memory to the session storage. */
  flush: () => void
  /** Discards what is in memory. */
  discard: () => void
}

const holders = new Set<UnsavedHolder>()

export function registerUnsavedRows(holder: UnsavedHolder): void {
  holders.add(holder)
}

const keyOf = ({ projectId, environment, tableId }: UnsavedKey) =>
  `${PREFIX}${projectId} ${environment} ${tableId}`

function storedKeys(prefix = PREFIX): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix))
}

/** The stored entries of an environment by table id. */
export function readUnsavedRows({ projectId, environment }: Omit<UnsavedKey, 'tableId'>) {
  const prefix = keyOf({ projectId, environment, tableId: '' })
  return storedKeys(prefix).map((key) => ({
    tableId: key.slice(prefix.length),
    text: sessionStorage.getItem(key) ?? '',
  }))
}

/** Stores an entry; returns false if the browser has no space for it. An empty text removes it. */
export function writeUnsavedRows(key: UnsavedKey, text: string): boolean {
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

/** Bytes of a project's entries, without one of them. */
export function unsavedBytes(except: UnsavedKey): number {
  return storedKeys(`${PREFIX}${except.projectId} `)
    .filter((key) => key !== keyOf(except))
    .reduce((sum, key) => sum + bytesOf(sessionStorage.getItem(key) ?? ''), 0)
}

/** The tables of all projects with unsaved rows in this tab. */
export function listUnsavedTables(): UnsavedTable[] {
  for (const { flush } of holders) flush()
  return storedKeys().flatMap((key) => {
    try {
      return readUnsavedTable(JSON.parse(sessionStorage.getItem(key) ?? ''))
    } catch {
      return []
    }
  })
}

/** Discards the unsaved rows of all projects. */
export function clearUnsavedRows(): void {
  for (const { discard } of holders) discard()
  for (const key of [OWNER, ...storedKeys()]) sessionStorage.removeItem(key)
}

/**
 * Called with the signed-in user. A session that expired leaves unsaved rows for its user to come back to; anybody else
 * who signs in must not get them.
 */
export function claimUnsavedRows(userId: string): void {
  const owner = sessionStorage.getItem(OWNER)
  if (owner !== null && owner !== userId) clearUnsavedRows()
  sessionStorage.setItem(OWNER, userId)
}

/** What signing out would discard, while the user is asked; undefined otherwise. */
export const signOutQuestion = createExternalStore<readonly UnsavedTable[] | undefined>(undefined)
