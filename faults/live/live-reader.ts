import { setTimeout as sleep } from 'node:timers/promises'
import type { LiveProject } from './live-project.ts'

interface Sent {
  type: string
  id: string
  row?: { n: number; owner: string | null; isPublic: boolean | null }
  position: string
}

/** A client that follows the rows of one user, disconnects at random, and resumes. */
export class LiveReader {
  readonly user: LiveProject['users'][number]
  /** What arrived of each row, in order, each position once. */
  readonly rows = new Map<string, string[]>()
  readonly problems: string[] = []
  connects = 0
  readonly #project: LiveProject
  readonly #address: () => string
  readonly #seen = new Set<string>()
  #last: string | undefined
  #stop = new AbortController()
  #isStopped = false
  #isPaused = false
  #following: Promise<void> | undefined

  constructor(of: { project: LiveProject; user: LiveReader['user']; address: () => string }) {
    this.#project = of.project
    this.#address = of.address
    this.user = of.user
  }

  get isSubscribed(): boolean {
    return this.#last !== undefined
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
    const { projectId } = this.#project
    const subscriptions = JSON.stringify([{ id: 's', table: 'thing' }])
    const query = new URLSearchParams({ $projectId: projectId, subscriptions })
    const answer = await fetch(`${this.#address()}/api/data/$events?${query}`, {
      headers: {
        authorization: `Bearer ${this.user.token}`,
        ...(this.#last !== undefined && { 'last-event-id': this.#last }),
      },
      signal,
    })
    if (answer.status !== 200 || !answer.body) return void (await answer.body?.cancel())
    this.connects += 1
    let text = ''
    const decoder = new TextDecoder()
    for await (const part of answer.body) {
      text += decoder.decode(part, { stream: true })
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        this.#take(text.slice(0, end))
        text = text.slice(end + 2)
      }
    }
  }

  #take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
    const [event, data] = [field('event'), field('data')]
    if (event === 'reset' || event === 'error' || event === 'end')
      this.problems.push(`${event} ${data}`)
    if (event === 'subscribed') this.#last ??= (JSON.parse(data ?? '') as Sent).position
    if (event === 'change') this.#takeChange(JSON.parse(data ?? '') as Sent)
    this.#last = field('id') ?? this.#last
  }

  #takeChange({ type, id, row, position }: Sent): void {
    // The signature of a position depends on what was sent with it.
    const [epoch, number] = position.split('.')
    const name = `${epoch}.${number}`
    if (this.#seen.has(name)) return
    this.#seen.add(name)
    if (row && !row.isPublic && row.owner !== this.user.id)
      this.problems.push(`a row of another owner was sent: ${id}`)
    if ((type === 'leave' || type === 'delete') && row) this.problems.push(`${type} has values`)
    const words = row ? `${type} ${row.n}` : type
    this.rows.set(id, [...(this.rows.get(id) ?? []), words])
  }
}
