import { setTimeout as sleep } from 'node:timers/promises'
import { type Answered, call } from '../stack/call.ts'
import type { History, Wish } from './history.ts'

export interface Server {
  address: string
  token: string
  /** False only to prove that the suite detects it. */
  sendKeys: boolean
}

const DELETE_SHARE = 0.25
const PAUSE_MS = 50

/** A component that is down responds with 503; any other error is unexpected. */
function lost({ status }: Answered): boolean {
  return status === undefined || status === 503
}

export function requestCreate(server: Server, wish: Wish): Promise<Answered> {
  const body = { cloned: false, name: wish.name, region: 'aws-eu-central-1' }
  const key = server.sendKeys ? wish.key : undefined
  return call(server, { method: 'POST', path: '/api/project', body, key })
}

export function requestDelete(server: Server, wish: Wish): Promise<Answered> {
  const key = server.sendKeys ? `delete-${wish.name}` : undefined
  return call(server, { method: 'DELETE', path: `/api/project/${wish.id}`, key })
}

/** Frees the storage of a deleted project. If nothing answers, it stays a deleted one, which can be restored. */
function requestErasure(server: Server, wish: Wish): Promise<Answered> {
  const key = server.sendKeys ? `erase-${wish.name}` : undefined
  return call(server, { method: 'DELETE', path: `/api/deleted-project/${wish.id}`, key })
}

async function createOne(server: Server, history: History, name: string): Promise<boolean> {
  const wish = history.wish(name)
  const answer = await requestCreate(server, wish)
  if (answer.status === 201) {
    wish.create = 'acknowledged'
    wish.id = String(answer.body.projectId)
  } else if (!lost(answer)) {
    wish.create = 'refused'
    history.surprises.push(
      `creating ${name} answered ${answer.status} ${JSON.stringify(answer.body)}`,
    )
  }
  return answer.status === 201
}

async function deleteOne(server: Server, history: History, wish: Wish): Promise<boolean> {
  wish.deletion = 'unknown'
  const answer = await requestDelete(server, wish)
  if (answer.status === 200) {
    wish.deletion = 'acknowledged'
    const erased = await requestErasure(server, wish)
    if (erased.status !== 200 && !lost(erased))
      history.surprises.push(`erasing ${wish.name} answered ${erased.status}`)
  } else if (!lost(answer)) {
    history.surprises.push(`deleting ${wish.name} answered ${answer.status}`)
  }
  return answer.status === 200
}

/** One client that creates projects, and deletes some of them, until stopped. */
export async function createAndDelete(
  server: Server,
  options: { history: History; person: string; until: AbortSignal },
): Promise<void> {
  const { history, person, until } = options
  const own: Wish[] = []
  for (let number = 0; !until.aborted; number += 1) {
    const victim = Math.random() < DELETE_SHARE ? own.pop() : undefined
    const worked = victim
      ? await deleteOne(server, history, victim)
      : await createOne(server, history, `${person}-${number}`)
    const made = history.wishes.findLast((wish) => wish.name === `${person}-${number}`)
    if (made?.create === 'acknowledged') own.push(made)
    // While nothing responds, retrying faster is pointless.
    if (!worked) await sleep(PAUSE_MS)
  }
}
