import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, type Caller, call } from '../stack/call.ts'
import type { WatchedProject } from './watched-project.ts'

const PATIENCE_MS = 180_000
const TOGETHER = 12

/** Changes that must have started exactly one run: `created <row>`, `updated <row>`, `deleted <row>`. */
export type Changes = Set<string>

interface Writing {
  project: WatchedProject
  /** The current address, which changes with a restart. */
  caller: () => Caller
  changes: Changes
}

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
    const words = `${request.method} ${request.path} answered ${answer.status} ${JSON.stringify(answer.body)}`
    const isOurs = answer.status !== undefined && answer.status < 500
    const isLater = answer.status === 409 || answer.status === 429
    if ((isOurs && !isLater) || performance.now() > end) throw new Error(words)
    await sleep(100)
  }
}

/** Creates a row, updates it several times and sometimes deletes it; records each change. */
async function liveOnce(writing: Writing, name: string): Promise<void> {
  const number = Number(name.split('-').at(-1))
  const made = await insist(writing, {
    method: 'POST',
    path: 'thing',
    body: { n: 0 },
    key: `${name}:made`,
  })
  const { id } = made.data as { id: string }
  writing.changes.add(`created ${id}`)
  if (number % 3 === 0) {
    const body = { n: 1 }
    await insist(writing, { method: 'PUT', path: `thing/${id}`, body, key: `${name}:changed` })
    writing.changes.add(`updated ${id}`)
  }
  if (number % 6 === 0) {
    await insist(writing, { method: 'DELETE', path: `thing/${id}`, key: `${name}:gone` })
    writing.changes.add(`deleted ${id}`)
  }
}

/** Makes at least this many changes, with some concurrency. */
export async function changeRows(
  writing: Writing,
  { name, wanted }: { name: string; wanted: number },
): Promise<void> {
  const start = writing.changes.size
  let next = 0
  const work = async () => {
    while (writing.changes.size - start < wanted) {
      next += 1
      await liveOnce(writing, `${name}-${next}`)
    }
  }
  await Promise.all(Array.from({ length: TOGETHER }, work))
}

/** Number of rows according to the product. */
export async function countRows(caller: Caller, { projectId }: WatchedProject): Promise<number> {
  const path = `/api/data/thing?$projectId=${projectId}&$version=v2&$limit=1`
  const { body } = await call(caller, { method: 'GET', path })
  return Number(body.total)
}
