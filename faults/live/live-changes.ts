import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, type Caller, call } from '../stack/call.ts'
import type { LiveProject } from './live-project.ts'
import type { LiveRule, Seen } from './live-rules.ts'

const PATIENCE_MS = 180_000
const TOGETHER = 6

/** An acknowledged change of a row: what it was before and after; null where there was none. */
export interface Change {
  id: string
  before: Seen | null
  after: Seen | null
}

export interface Writing {
  project: LiveProject
  /** The current address, which changes with a restart. */
  caller: () => Caller
  changes: Change[]
}

let numbers = 0

/** Rows that are written from now on have higher ones. */
export const newestNumber = (): number => numbers

/** Retries until acknowledged; the idempotency key makes it one change. */
async function insist(
  { project, caller }: Writing,
  request: { method: string; path: string; body?: unknown; key: string },
): Promise<Answered['body']> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const path = `/api/data/${request.path}?$projectId=${project.projectId}`
    const answer = await call(caller(), { ...request, path })
    if (answer.status === 200) return answer.body
    const isOurs = answer.status !== undefined && answer.status < 500
    const isLater = answer.status === 409 || answer.status === 429
    if ((isOurs && !isLater) || performance.now() > end)
      throw new Error(`${request.path} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    await sleep(100)
  }
}

function choose({ users }: LiveProject): Seen {
  const owner = users[Math.floor(Math.random() * (users.length + 1))]?.id ?? 'nobody'
  numbers += 1
  return { owner, isPublic: Math.random() < 0.2, n: numbers }
}

/** Creates a row that everybody sees, outside of the record, and returns its id. */
export async function makePublicRow(
  project: LiveProject,
  caller: Writing['caller'],
): Promise<string> {
  const body = { owner: 'nobody', isPublic: true, n: 0 }
  const key = `p${process.pid}-${project.projectId}`
  const request = { method: 'POST', path: 'thing', body, key }
  const made = await insist({ project, caller, changes: [] }, request)
  return (made.data as { id: string }).id
}

/** Creates a row, changes who sees it several times, and sometimes deletes it. */
async function liveOnce(writing: Writing): Promise<void> {
  const { project, changes } = writing
  let before = choose(project)
  const key = `c${process.pid}-${before.n}`
  const made = await insist(writing, { method: 'POST', path: 'thing', body: before, key })
  const { id } = made.data as { id: string }
  const path = `thing/${id}`
  changes.push({ id, before: null, after: before })
  for (let count = Math.floor(Math.random() * 5); count > 0; count -= 1) {
    const after = choose(project)
    await insist(writing, { method: 'PUT', path, body: after, key: `u${process.pid}-${after.n}` })
    changes.push({ id, before, after })
    before = after
  }
  if (Math.random() > 0.4) return
  await insist(writing, { method: 'DELETE', path, key: `d${process.pid}-${before.n}` })
  changes.push({ id, before, after: null })
}

/** Creates a row that a user sees, and returns its id. */
export async function makeVisibleRow(writing: Writing, { userId, rule }: Viewer): Promise<string> {
  numbers += 1
  const n = numbers
  const rows: Seen[] = [
    { owner: userId, isPublic: false, n },
    { owner: 'nobody', isPublic: true, n },
  ]
  const after = rows.find((row) => rule.sees(row, userId))
  if (!after) throw new Error('the rule hides every row')
  const key = `v${process.pid}-${n}`
  const made = await insist(writing, { method: 'POST', path: 'thing', body: after, key })
  const { id } = made.data as { id: string }
  writing.changes.push({ id, before: null, after })
  return id
}

/** Makes at least this many changes, of several rows at once. */
export async function makeChanges(writing: Writing, wanted: number): Promise<void> {
  const start = writing.changes.length
  const work = async () => {
    while (writing.changes.length - start < wanted) await liveOnce(writing)
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
}

/** Who judges: a user under a rule. */
export interface Viewer {
  userId: string
  rule: LiveRule
}

const isVisible = (seen: Seen | null, { userId, rule }: Viewer) =>
  seen !== null && rule.sees(seen, userId)

/** The events that a user must get of each row, in order, by the record of changes alone. */
export function expectedOf(changes: readonly Change[], viewer: Viewer): Map<string, string[]> {
  const rows = new Map<string, string[]>()
  for (const { id, before, after } of changes) {
    const [was, is] = [isVisible(before, viewer), isVisible(after, viewer)]
    if (!was && !is) continue
    const type = is ? (was ? 'update' : 'create') : after === null ? 'delete' : 'leave'
    rows.set(id, [...(rows.get(id) ?? []), is ? `${type} ${after?.n}` : type])
  }
  return rows
}

/** The number of each row that a user sees after all changes, by the record of changes alone. */
export function visibleAfter(changes: readonly Change[], viewer: Viewer): Map<string, number> {
  const rows = new Map<string, number>()
  for (const { id, after } of changes) {
    if (after && isVisible(after, viewer)) rows.set(id, after.n)
    else rows.delete(id)
  }
  return rows
}

/**
 * What is wrong with the events of one row for a user who resumed: it is sent rows as they are then, so that changes may
 * become one. Every version that it got was visible to it, and the last event is the newest state.
 */
export function findWrong(
  changes: readonly Change[],
  got: readonly string[],
  viewer: Viewer,
): string | undefined {
  const versions = changes.flatMap(({ after }) =>
    after && isVisible(after, viewer) ? [String(after.n)] : [],
  )
  const wasSeen = versions.length > 0
  if (!wasSeen) return got.length > 0 ? 'was never visible' : undefined
  const sent = got.flatMap((words) => words.split(' ')[1] ?? [])
  if (!sent.every((n) => versions.includes(n))) return `has a version that is not of ${versions}`
  const last = changes.at(-1)?.after ?? null
  const end = got.at(-1)
  if (isVisible(last, viewer))
    return end?.endsWith(` ${last?.n}`) ? undefined : `does not end with ${last?.n}`
  const isGone = end === undefined || end === 'leave' || end === 'delete'
  return isGone ? undefined : 'is no longer visible'
}
