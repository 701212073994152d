import { type Answered, call } from '../stack/call.ts'
import { eventually } from '../stack/eventually.ts'
import { requestCreate, requestDelete, type Server } from './create-and-delete.ts'
import type { History, Wish } from './history.ts'

const PER_PAGE = 200
const IN_FLIGHT_MS = 60_000

interface Listed {
  id: string
  name: string
  state: string
}

/**
 * Retries until the expected response: 409 means that an earlier request still holds its key, 503 that a component
 * is down.
 */
async function insist(
  ask: () => Promise<Answered>,
  { wanted, limitMs = IN_FLIGHT_MS }: { wanted: number; limitMs?: number },
): Promise<Answered> {
  let last: Answered = { status: undefined, body: {} }
  const isAnswered = async () => {
    last = await ask()
    return last.status === wanted
  }
  await eventually(isAnswered, { limitMs, everyMs: 200 })
  return last
}

async function listAll(server: Server): Promise<Listed[]> {
  const all: Listed[] = []
  for (let page = 1; ; page += 1) {
    const path = `/api/project?limit=${PER_PAGE}&page=${page}`
    const { status, body } = await insist(() => call(server, { method: 'GET', path }), {
      wanted: 200,
    })
    if (status !== 200) throw new Error(`listing answered ${status}`)
    const projects = body.projects as Listed[]
    all.push(...projects)
    if (projects.length < PER_PAGE) {
      return all.length === body.total ? all : Promise.reject(new Error('total is wrong'))
    }
  }
}

/** Compares the acknowledged requests with the list. */
export async function checkListed(server: Server, history: History): Promise<string[]> {
  const listed = await listAll(server)
  const byName = new Map<string, Listed[]>()
  for (const project of listed) {
    byName.set(project.name, [...(byName.get(project.name) ?? []), project])
  }
  const wished = new Map(history.wishes.map((wish) => [wish.name, wish]))
  const unasked = listed.filter((project) => !wished.has(project.name))
  return [
    ...unasked.map((project) => `${project.name} was never requested`),
    ...history.wishes.flatMap((wish) => judge(wish, byName.get(wish.name) ?? [])),
  ]
}

function judge(wish: Wish, found: Listed[]): string[] {
  if (found.length > 1) return [`${wish.name} is there ${found.length} times`]
  const [project] = found
  if (wish.deletion === 'acknowledged') {
    return project ? [`${wish.name} is back after its acknowledged deletion`] : []
  }
  if (!project) {
    const excused = wish.create !== 'acknowledged' || wish.deletion === 'unknown'
    return excused ? [] : [`lost: ${wish.name} was acknowledged and is missing`]
  }
  if (wish.id !== undefined && project.id !== wish.id) return [`${wish.name} has another id`]
  return project.state === 'ready' ? [] : [`half-made: ${wish.name} is ${project.state}`]
}

/** Repeats unanswered requests with the same key; the result must be as if they had been sent once. */
export async function retryUnknown(server: Server, history: History): Promise<string[]> {
  const problems: string[] = []
  for (const wish of history.wishes) {
    if (wish.create === 'unknown') problems.push(...(await retryCreate(server, wish)))
    else if (wish.deletion === 'unknown') {
      const limitMs = server.sendKeys ? IN_FLIGHT_MS : 0
      const { status } = await insist(() => requestDelete(server, wish), { wanted: 200, limitMs })
      if (status === 200) wish.deletion = 'acknowledged'
      else problems.push(`deleting ${wish.name} again answered ${status}`)
    }
  }
  return problems
}

async function retryCreate(server: Server, wish: Wish): Promise<string[]> {
  const ids = new Set<string>()
  for (const time of ['first', 'second']) {
    const limitMs = server.sendKeys ? IN_FLIGHT_MS : 0
    const last = await insist(() => requestCreate(server, wish), { wanted: 201, limitMs })
    if (last.status !== 201) {
      return [`asking for ${wish.name} a ${time} time again answered ${last.status}`]
    }
    ids.add(String(last.body.projectId))
  }
  if (ids.size > 1) return [`requesting ${wish.name} again created another project`]
  wish.create = 'acknowledged'
  wish.id = [...ids][0]
  return []
}
