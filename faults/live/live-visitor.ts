import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../stack/call.ts'
import { newestNumber } from './live-changes.ts'
import type { LiveProject } from './live-project.ts'
import type { Seen } from './live-rules.ts'
import { type LiveEvent, readEvents } from './read-events.ts'

const MOST = 4
const PAUSE_MS = 100

/** What a subscription asks for, in the product's language and in ours. */
interface Wanted {
  filter: string
  matches(row: Seen): boolean
}

/** A subscription and the rows that it was sent. */
export interface Visit {
  id: string
  wanted: Wanted
  isSubscribed: boolean
  rows: Map<string, Seen>
}

interface Sent {
  subscription: string
  subscriptions: string[]
  type: string
  id: string
  row?: Seen
  rows: (Seen & { id: string })[]
}

/** A client whose subscriptions come and go on one connection; each begins with the rows that match. */
export class LiveVisitor {
  readonly user: LiveProject['users'][number]
  readonly visits = new Map<string, Visit>()
  readonly problems: string[] = []
  made = 0
  readonly #project: LiveProject
  readonly #address: () => string
  readonly #stop = new AbortController()
  #connectionId: string | undefined
  #since = 0
  #isMoving = true
  #following: Promise<unknown> | undefined

  constructor(of: { project: LiveProject; user: LiveVisitor['user']; address: () => string }) {
    this.#project = of.project
    this.#address = of.address
    this.user = of.user
  }

  start(): void {
    this.#following ??= Promise.all([this.#follow(), this.#move()])
  }

  /** Subscriptions come and go, or stay as they are. */
  set isMoving(isMoving: boolean) {
    this.#isMoving = isMoving
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#following
  }

  async #follow(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await this.#connect().catch(() => undefined)
      this.#connectionId = undefined
      this.visits.clear()
      await sleep(100)
    }
  }

  async #connect(): Promise<void> {
    const query = new URLSearchParams({ $projectId: this.#project.projectId, subscriptions: '[]' })
    this.#since = this.#project.rules.answered
    const answer = await fetch(`${this.#address()}/api/data/$events?${query}`, {
      headers: { authorization: `Bearer ${this.user.token}` },
      signal: this.#stop.signal,
    })
    if (answer.status !== 200 || !answer.body) return void (await answer.body?.cancel())
    await readEvents(answer.body, (event) => this.#take(event))
  }

  /** Begins or ends a subscription; while they should stay, only begins what is lacking. */
  async #move(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      await sleep(PAUSE_MS)
      const connectionId = this.#connectionId
      if (connectionId === undefined) continue
      const oldest = this.visits.keys().next().value
      const ends = this.visits.size >= MOST || (this.visits.size > 0 && Math.random() < 0.4)
      if (ends && this.#isMoving && oldest !== undefined) await this.#end(connectionId, oldest)
      else if (this.visits.size < MOST) await this.#begin(connectionId)
    }
  }

  async #begin(connectionId: string): Promise<void> {
    this.made += 1
    const from = newestNumber()
    const filter = `n > ${from}`
    const wanted: Wanted =
      Math.random() < 0.5
        ? { filter, matches: ({ n }) => n > from }
        : { filter: `${filter} && isPublic = true`, matches: (row) => row.n > from && row.isPublic }
    const visit: Visit = { id: `v${this.made}`, wanted, isSubscribed: false, rows: new Map() }
    this.visits.set(visit.id, visit)
    const subscribe = [{ id: visit.id, table: 'thing', filter: wanted.filter, rows: true }]
    if (!(await this.#change({ connectionId, subscribe }))) this.visits.delete(visit.id)
  }

  async #end(connectionId: string, id: string): Promise<void> {
    // What was under way is still sent.
    this.visits.delete(id)
    await this.#change({ connectionId, unsubscribe: [id] })
  }

  async #change(body: object): Promise<boolean> {
    const path = `/api/data/$events?$projectId=${this.#project.projectId}`
    const at = { address: this.#address(), token: this.user.token }
    return (await call(at, { method: 'POST', path, body })).status === 202
  }

  #take({ name, data }: LiveEvent): void {
    const sent = data as unknown as Sent
    if (name === 'open') this.#connectionId = String(data.connectionId)
    if (name === 'end') this.problems.push(`end ${JSON.stringify(data)}`)
    const visit = this.visits.get(sent.subscription)
    if (name === 'rows') for (const { id, ...row } of sent.rows) this.#put(visit, id, row)
    if (name === 'subscribed' && visit) visit.isSubscribed = true
    if (name === 'error' && visit) this.problems.push(`error ${JSON.stringify(data)}`)
    if (name === 'reset') this.#reset(visit)
    if (name !== 'change') return
    for (const each of sent.subscriptions) this.#put(this.visits.get(each), sent.id, sent.row)
  }

  /** The subscription is ended and, by and by, another one begins. */
  #reset(visit: Visit | undefined): void {
    this.#since = this.#project.rules.answered
    if (visit && this.#connectionId !== undefined)
      this.#end(this.#connectionId, visit.id).catch(() => undefined)
  }

  #put(visit: Visit | undefined, id: string, row: Seen | undefined): void {
    if (!visit) return
    if (!row) return void visit.rows.delete(id)
    const of = { userId: this.user.id, since: this.#since }
    if (!this.#project.rules.mayHave(row, of)) this.problems.push(`a hidden row was sent: ${id}`)
    if (!visit.wanted.matches(row)) this.problems.push(`a row that does not match was sent: ${id}`)
    if ((visit.rows.get(id)?.n ?? 0) > row.n) this.problems.push(`an older row was sent: ${id}`)
    visit.rows.set(id, row)
  }
}
