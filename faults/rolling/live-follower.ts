import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Owner } from '../live/owners.ts'
import { type LiveEvent, readEvents } from '../live/read-events.ts'

/** As the client library pauses. */
const JITTER_MS = 500
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** A client that follows the rows of one owner, and resumes after its last position whenever the stream ends. */
export class LiveFollower {
  readonly owner: Owner
  /** The numbers of the rows that arrived, each position once. */
  readonly numbers: number[] = []
  readonly problems: string[] = []
  /** Milliseconds from the end of a stream until the next one follows the changes. */
  readonly gaps: number[] = []
  /** Attempts that a balancer or a busy process refused; the client tries again. */
  refused = 0
  isSubscribed = false
  readonly #address: string
  readonly #projectId: string
  readonly #seen = new Set<string>()
  #newest = 0
  readonly #stop = new AbortController()
  #last: string | undefined
  #endedAt: number | undefined
  #following: Promise<void> | undefined

  constructor(of: { address: string; projectId: string; owner: Owner }) {
    this.#address = of.address
    this.#projectId = of.projectId
    this.owner = of.owner
  }

  start(): void {
    this.#following ??= this.#follow()
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#following
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted
  }

  async #follow(): Promise<void> {
    let failures = 0
    while (!this.#isStopped) {
      const isRefused = await this.#connect().then(
        () => false,
        (error: Error) => this.#takeRefusal(error),
      )
      if (this.isSubscribed) this.#endedAt = performance.now()
      this.isSubscribed = false
      failures = isRefused ? failures + 1 : 0
      const longest = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
      const pause = isRefused ? longest * (0.5 + Math.random() / 2) : Math.random() * JITTER_MS
      if (!this.#isStopped) await sleep(pause)
    }
  }

  #takeRefusal({ message }: Error): boolean {
    if (this.#isStopped) return false
    if (/^answered (429|5\d\d)$/.test(message)) this.refused += 1
    else this.problems.push(`a stream failed: ${message}`)
    return true
  }

  #connect(): Promise<void> {
    const subscriptions = JSON.stringify([{ id: 's', table: 'thing' }])
    const query = new URLSearchParams({ $projectId: this.#projectId, subscriptions })
    const headers = {
      authorization: `Bearer ${this.owner.token}`,
      ...(this.#last !== undefined && { 'last-event-id': this.#last }),
    }
    return new Promise((resolve, reject) => {
      const url = `${this.#address}/api/data/$events?${query}`
      // A connection of its own for each stream, as different people have.
      const request = get(url, { agent: false, headers, signal: this.#stop.signal })
      request.once('error', reject)
      request.once('response', (answer) => {
        if (answer.statusCode === 200) {
          readEvents(answer, (event) => this.#take(event)).then(resolve, reject)
          return
        }
        answer.resume()
        reject(new Error(`answered ${answer.statusCode}`))
      })
    })
  }

  #take({ name, id, data }: LiveEvent): void {
    if (name === 'error' || name === 'end' || name === 'reset')
      this.problems.push(`${name} ${JSON.stringify(data)}`)
    if (name === 'subscribed') this.#begin(String(data.position))
    if (name === 'change') this.#takeChange(data)
    this.#last = id ?? this.#last
  }

  #begin(position: string): void {
    this.#last ??= position
    this.isSubscribed = true
    if (this.#endedAt !== undefined) this.gaps.push(performance.now() - this.#endedAt)
    this.#endedAt = undefined
  }

  #takeChange({ row, position }: LiveEvent['data']): void {
    const { owner, n } = row as { owner: string; n: number }
    if (owner !== this.owner.id) this.problems.push('a row of another owner was sent')
    // A client that resumes may get its last change again; the signature of a position may differ then.
    const [epoch, number] = String(position).split('.')
    if (this.#seen.has(`${epoch}.${number}`)) return
    this.#seen.add(`${epoch}.${number}`)
    if (Number(number) < this.#newest) this.problems.push('a change arrived out of order')
    this.#newest = Number(number)
    this.numbers.push(n)
  }
}
