import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { importRows } from './import-rows.ts'
import type { Followed } from './measure-delays.ts'
import { addOwners, type Owner } from './owners.ts'
import { readEvents } from './read-events.ts'

/** Rows with such numbers, or higher ones, are those that the crowd has missed. */
const FIRST_NUMBER = 1_000_000

export interface CrowdSize {
  /** Clients that resume from the same position again and again. */
  away: number
  /** Clients that read nothing. */
  stuck: number
  /** Changes that both have missed. */
  changes: number
}

type Member = Owner & { position: string }

export interface CrowdTask {
  address: string
  projectId: string
  away: readonly Member[]
  stuck: readonly Member[]
  changes: number
  firstNumber: number
}

export interface CrowdReport {
  /** How often each client that was away has got all that it missed. */
  resumed: number[]
  /** How often a client that reads nothing was cut. */
  cuts: number
  problems: string[]
}

/** Where a caller's stream begins now. */
async function positionOf({ caller, project }: Followed, { token }: Owner): Promise<string> {
  const subscriptions = JSON.stringify([{ id: 's', table: 'thing' }])
  const query = new URLSearchParams({ $projectId: project.projectId, subscriptions })
  const stop = new AbortController()
  const answer = await fetch(`${caller.address}/api/data/$events?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
  let position = ''
  const take = readEvents(answer.body ?? new ReadableStream(), ({ name, data }) => {
    if (name !== 'subscribed') return
    position = String(data.position)
    stop.abort()
  })
  await take.catch(() => undefined)
  if (position === '') throw new Error('a stream did not begin')
  return position
}

/** Members of the crowd, and the changes that they have missed. */
export async function gatherCrowd(followed: Followed, size: CrowdSize): Promise<CrowdTask> {
  const { caller, dataDir, project } = followed
  const { projectId } = project
  const owners = await addOwners(dataDir, { projectId, count: size.away + size.stuck })
  const members: Member[] = []
  for (const owner of owners)
    members.push({ ...owner, position: await positionOf(followed, owner) })
  await importRows(caller, { projectId, count: size.changes, firstNumber: FIRST_NUMBER })
  return {
    address: caller.address,
    projectId,
    away: members.slice(0, size.away),
    stuck: members.slice(size.away),
    changes: size.changes,
    firstNumber: FIRST_NUMBER,
  }
}

/** Lets the crowd in, from a thread of its own so that it delays nothing here; the result ends it. */
export function letIn(task: CrowdTask): () => Promise<CrowdReport> {
  const thread = new Worker(new URL('crowd-thread.ts', import.meta.url), { workerData: task })
  return async () => {
    thread.postMessage('end')
    const [report] = (await once(thread, 'message')) as [CrowdReport]
    return report
  }
}
