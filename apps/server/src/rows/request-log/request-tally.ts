import { REQUEST_KINDS, REQUEST_METHODS } from '@plinth/contract'

/** One request as it stands in the list. */
export interface RequestEntry {
  environmentId: string
  at: number
  requestId: string
  call: string
  method: string
  table: string
  status: number
  ms: number
  rows: number
  kind: string
  who: string | null
  equal: string
  ranged: string
  sorted: string
  toEnd: boolean
}

/** How many requests of one kind were answered, and how many of them are listed. */
interface Cell {
  requests: number
  listed: number
}

/** Entries that one environment adds in a second, of those that succeeded and again of those that did not. */
export const MOST_PER_ENVIRONMENT = 50
/** The same for all environments of a process together. */
export const MOST_PER_PROCESS = 200

const BUCKETS = 128

/** A bucket is a quarter of a doubling of 1/64 ms. */
export function bucketOf(ms: number): number {
  const bucket = Math.floor(4 * Math.log2(ms * 64))
  return bucket > 0 ? Math.min(bucket, BUCKETS - 1) : 0
}

/** The middle of a bucket, in milliseconds to three digits. */
export function middleOf(bucket: number): number {
  return Number((2 ** ((bucket + 0.5) / 4) / 64).toPrecision(3))
}

export interface Counted {
  table: string
  method: string
  kind: string
  status: number
  bucket: number
  requests: number
  listed: number
}

/** What one environment answered in a second. Index 0 is what succeeded, 1 what did not. */
export class RequestTally {
  readonly #every: readonly [number, number]
  readonly #most: number
  readonly #seen: [number, number] = [0, 0]
  readonly #kept: [number, number] = [0, 0]
  /** Where in each row of so many the one that is listed stands. */
  readonly #place: readonly [number, number]
  readonly #tables = new Map<string, Map<number, Cell>>()

  constructor(every: readonly [number, number] = [1, 1], most = MOST_PER_ENVIRONMENT) {
    this.#every = every
    // A second that is busier than the one before it may list twice as much, not more.
    this.#most = Math.max(1, most * 2)
    // Else what is asked for less often than it is listed would never be.
    const place = (count: number) => (most < 1 ? Math.floor(Math.random() * count) : 0)
    this.#place = [place(every[0]), place(every[1])]
  }

  /** Counts a request; whether it is to be listed. */
  add(one: { table: string; method: string; kind: string; status: number; ms: number }): boolean {
    const side = one.status < 400 ? 0 : 1
    this.#seen[side] += 1
    const isNext = this.#seen[side] % this.#every[side] === this.#place[side]
    const isListed = isNext && this.#kept[side] < this.#most
    if (isListed) this.#kept[side] += 1
    const cell = this.#cell(one)
    cell.requests += 1
    if (isListed) cell.listed += 1
    return isListed
  }

  #cell({ table, method, kind, status, ms }: Parameters<RequestTally['add']>[0]): Cell {
    let cells = this.#tables.get(table)
    if (!cells) {
      cells = new Map()
      this.#tables.set(table, cells)
    }
    const who = REQUEST_KINDS.indexOf(kind as never)
    const how = REQUEST_METHODS.indexOf(method as never)
    const key = ((status * 4 + who) * 4 + how) * BUCKETS + bucketOf(ms)
    let cell = cells.get(key)
    if (!cell) {
      cell = { requests: 0, listed: 0 }
      cells.set(key, cell)
    }
    return cell
  }

  get requests(): number {
    return this.#seen[0] + this.#seen[1]
  }

  /** One in how many is listed in the next second, if it is as busy as this one. */
  nextEvery(most: number): [number, number] {
    const every = (seen: number) => Math.max(1, Math.ceil(seen / most))
    return [every(this.#seen[0]), every(this.#seen[1])]
  }

  counted(): Counted[] {
    return [...this.#tables].flatMap(([table, cells]) =>
      [...cells].map(([key, cell]) => {
        const rest = Math.floor(key / BUCKETS)
        return {
          table,
          method: REQUEST_METHODS[rest % 4] ?? '',
          kind: REQUEST_KINDS[Math.floor(rest / 4) % 4] ?? '',
          status: Math.floor(rest / 16),
          bucket: key % BUCKETS,
          ...cell,
        }
      }),
    )
  }
}
