import {
  type Counted,
  MOST_PER_ENVIRONMENT,
  MOST_PER_PROCESS,
  type RequestEntry,
  RequestTally,
} from './request-tally.ts'

/** What a process answered in a second, until it is written down. */
export class RequestBatch {
  readonly at = Date.now()
  readonly entries: RequestEntry[] = []
  readonly #tallies = new Map<string, RequestTally>()
  readonly #before: ReadonlyMap<string, RequestTally>
  readonly #most: number
  /** Requests of batches that were given up, by environment. */
  readonly lost = new Map<string, number>()

  constructor(before?: RequestBatch) {
    this.#before = before ? before.#tallies : new Map()
    const share = MOST_PER_PROCESS / Math.max(1, this.#before.size)
    // Of more environments than entries each has one now and then.
    this.#most = Math.min(MOST_PER_ENVIRONMENT, share > 1 ? Math.floor(share) : share)
  }

  tally(environmentId: string): RequestTally {
    let tally = this.#tallies.get(environmentId)
    if (!tally) {
      const every = this.#before.get(environmentId)?.nextEvery(this.#most)
      tally = new RequestTally(every, this.#most)
      this.#tallies.set(environmentId, tally)
    }
    return tally
  }

  get environments(): number {
    return this.#tallies.size
  }

  get isEmpty(): boolean {
    return this.#tallies.size === 0 && this.lost.size === 0
  }

  get isFull(): boolean {
    return this.entries.length >= MOST_PER_PROCESS * 4
  }

  /** Takes over what an older batch, which cannot be written any more, knew of. */
  lose(older: RequestBatch): void {
    const add = (id: string, requests: number) =>
      this.lost.set(id, (this.lost.get(id) ?? 0) + requests)
    for (const [id, tally] of older.#tallies) add(id, tally.requests)
    for (const [id, requests] of older.lost) add(id, requests)
  }

  counted(): (Counted & { environmentId: string })[] {
    const counts = [...this.#tallies].flatMap(([environmentId, tally]) =>
      tally.counted().map((count) => ({ environmentId, ...count })),
    )
    const lost = [...this.lost].map(([environmentId, requests]) => ({
      environmentId,
      table: '',
      method: '',
      kind: '',
      status: 0,
      bucket: 0,
      requests,
      listed: 0,
    }))
    return [...counts, ...lost]
  }
}
