import { useEffect } from 'react'
import { useCurrentUser } from './current-user.ts'

const MAX_RECENTS = 20
const KINDS = ['project', 'table', 'field', 'row', 'workflow', 'run', 'section'] as const
export type RecentKind = (typeof KINDS)[number]

/** A place that a person opened. Rows have no label: their values are read again, with the rights of the moment. */
export interface Recent {
  kind: RecentKind
  /** Its address, which identifies it. */
  to: string
  label: string
  /** The name of its project; empty for a project. */
  project: string
}

const keyOf = (userId: string) => `recent places ${userId}`

function readRecent(stored: unknown): Recent[] {
  const { kind, to, label, project } = Object(stored) as Partial<Record<keyof Recent, unknown>>
  const known = KINDS.find((one) => one === kind)
  if (known === undefined || typeof to !== 'string' || !to.startsWith('/project/')) return []
  return typeof label === 'string' && typeof project === 'string'
    ? [{ kind: known, to, label, project }]
    : []
}

/** The places a person opened in this browser, newest first. */
export function readRecents(userId: string): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.flatMap(readRecent) : []
  } catch {
    return []
  }
}

export function rememberRecent(userId: string, recent: Recent): void {
  const others = readRecents(userId).filter(({ to }) => to !== recent.to)
  const kept = { ...recent, label: recent.kind === 'row' ? '' : recent.label }
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify([kept, ...others].slice(0, MAX_RECENTS)))
  } catch {
    // Without space in the browser the palette only lists fewer places.
  }
}

/** Remembers the shown place; undefined while it is not known. */
export function useVisit(place: Recent | undefined): void {
  const userId = useCurrentUser().data?.user.id
  const { kind, to, label, project } = place ?? {}
  useEffect(() => {
    if (!userId || !kind || to === undefined || label === undefined || project === undefined) return
    rememberRecent(userId, { kind, to, label, project })
  }, [userId, kind, to, label, project])
}
