import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../stack/call.ts'
import type { LiveProject } from './live-project.ts'
import type { Seen } from './live-rules.ts'
import { type LiveEvent, readEvents } from './read-events.ts'

interface Sent {
  type: string
  id: string
  row?: Seen
  position: string
}

interface Listed {
  data: (Seen & { id: string })[]
  cursor: string | null
}

/** A client that follows the rows of one user, disconnects at random, resumes, and lists the rows after a reset. */
export class LiveReader {
  readonly user: LiveProject['users'][number]
  /** What arrived of each row since the round began, in order, each position once. */
  readonly rows = new Map<string, string[]>()
  /** The rows as this client knows them. */
  state = new Map<string, Seen>()
  readonly problems: string[] = []
  connects = 0
  /** Since the round began. */
  resets = 0
  readonly #project: LiveProject
  readonly #address: () => string
  readonly #seen = new Set<string>()
  #last: string | undefined
  #stop = new AbortController()
  #isStopped = false
  #isPaused = false
  #following: Promise<void> | undefined
  /** The oldest rule that rows may be sent under. */
  #since = 0
  /** Rows that changed since the last reset: the list does not replace what the stream told of them. */
  #changed = new Set<string>()

  constructor(of: { project: LiveProject; user: LiveReader['user']; address: () => string }) {
    this.#project = of.project
    this.#address = of.address
    this.user = of.user
  }

  get isSubscribed(): boolean {
    return this.#last !== undefined
  }

  beginRound(): void {
    this.rows.clear()
    this.resets = 0
  }

  start(): void {
    this.#isPaused = false
    this.#following ??= this.#follow()
  }

  /** Loses the connection; it connects again unless it is paused. */
  disconnect(): void {
    this.#stop.abort()
  }

  async pause(): Promise<void> {
    this.#isPaused = true
    this.disconnect()
    await this.#following
    this.#following = undefined
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.pause()
  }

  async #follow(): Promise<void> {
    while (!this.#isStopped && !this.#isPaused) {
      this.#stop = new AbortController()
      await this.#connect(this.#stop.signal).catch(() => undefined)
      await sleep(50 + Math.random() * 100)
    }
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const { projectId, rules } = this.#project
    const subscriptions = JSON.stringify([{ id: 's', table: 'thing' }])
    const query = new URLSearchParams({ $projectId: projectId, subscriptions })
    const since = rules.answered
    const answer = await fetch(`${this.#address()}/api/data/$events?${query}`, {
      headers: {
        authorization: `Bearer ${this.user.token}`,
        ...(this.#last !== undefined && { 'last-event-id': this.#last }),
      },
      signal,
    })
    if (answer.status !== 200 || !answer.body) return void (await answer.body?.cancel())
    this.connects += 1
    this.#since = since
    await readEvents(answer.body, (event) => this.#take(event))
  }

  #take({ name, id, data }: LiveEvent): void {
    if (name === 'error' || name === 'end') this.problems.push(`${name} ${JSON.stringify(data)}`)
    if (name === 'reset') this.#reset(String(data.reason))
    if (name === 'subscribed') this.#last ??= String(data.position)
    if (name === 'change') this.#takeChange(data as unknown as Sent)
    this.#last = id ?? this.#last
  }

  #reset(reason: string): void {
    if (this.#project.rules.count === 1) this.problems.push(`reset ${reason}`)
    this.resets += 1
    this.#since = this.#project.rules.answered
    this.#changed = new Set()
    this.state = new Map()
    this.#list(this.#changed).catch((error) => this.problems.push(`listing: ${error}`))
  }

  /** Reads all rows, unless another reset came meanwhile. */
  async #list(changed: Set<string>): Promise<void> {
    const { projectId } = this.#project
    let cursor: string | null = ''
    while (cursor !== null && changed === this.#changed && !this.#isStopped) {
      const query = new URLSearchParams({
        $projectId: projectId,
        $version: 'v2',
        $sort: 'n',
        $limit: '1000',
        $count: 'false',
        $cursor: cursor,
      })
      const at = { address: this.#address(), token: this.user.token }
      const { status, body } = await call(at, { method: 'GET', path: `/api/data/thing?${query}` })
      if (status !== 200) {
        await sleep(200)
        continue
      }
      const page = body as unknown as Listed
      if (changed !== this.#changed) return
      for (const { id, ...row } of page.data) {
        this.#check(id, row)
        if (!changed.has(id)) this.state.set(id, row)
      }
      cursor = page.cursor
    }
  }

  #check(id: string, row: Seen): void {
    const of = { userId: this.user.id, since: this.#since }
    if (!this.#project.rules.mayHave(row, of)) this.problems.push(`a hidden row was sent: ${id}`)
  }

  #takeChange({ type, id, row, position }: Sent): void {
    // The signature of a position depends on what was sent with it.
    const [epoch, number] = position.split('.')
    const name = `${epoch}.${number}`
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    if (row) this.#check(id, row)
    if ((type === 'leave' || type === 'delete') && row) this.problems.push(`${type} has values`)
    this.#changed.add(id)
    if (row) this.state.set(id, row)
    else this.state.delete(id)
    const words = row ? `${type} ${row.n}` : type
    this.rows.set(id, [...(this.rows.get(id) ?? []), words])
  }
}
