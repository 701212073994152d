import {
  MAX_PER_ENVIRONMENT,
  MAX_PER_PROCESS,
  type RequestEntry,
  RequestTally,
  type TallyCount,
} from './request-tally.ts'

/** The requests of one second, until they are written to the database. */
export class RequestBatch {
  readonly at = Date.now()
  readonly entries: RequestEntry[] = []
  readonly #tallies = new Map<string, RequestTally>()
  readonly #previous: ReadonlyMap<string, RequestTally>
  readonly #max: number
  /** Requests of dropped batches, by environment. */
  readonly lost = new Map<string, number>()

  constructor(before?: RequestBatch) {
    this.#previous = before ? before.#tallies : new Map()
    const share = MAX_PER_PROCESS / Math.max(1, this.#previous.size)
    // With more environments than entries each is listed only occasionally.
    this.#max = Math.min(MAX_PER_ENVIRONMENT, share > 1 ? Math.floor(share) : share)
  }

  tally(environmentId: string): RequestTally {
    let tally = this.#tallies.get(environmentId)
    if (!tally) {
      const every = this.#previous.get(environmentId)?.nextEvery(this.#max)
      tally = new RequestTally(every, this.#max)
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
    return this.entries.length >= MAX_PER_PROCESS * 4
  }

  /** Counts the requests of a dropped older batch as lost. */
  absorb(older: RequestBatch): void {
    const add = (id: string, requests: number) =>
      this.lost.set(id, (this.lost.get(id) ?? 0) + requests)
    for (const [id, tally] of older.#tallies) add(id, tally.requests)
    for (const [id, requests] of older.lost) add(id, requests)
  }

  counted(): (TallyCount & { environmentId: string })[] {
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
