import { REQUEST_KINDS, REQUEST_METHODS } from '@plinth/contract'

const { length: KINDS } = REQUEST_KINDS
const { length: METHODS } = REQUEST_METHODS

/** A listed request. */
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
  actorId: string | null
  equal: string
  ranged: string
  sorted: string
  toEnd: boolean
}

/** Requests of one kind, and how many of them are listed. */
interface Cell {
  requests: number
  listed: number
}

/** Entries per environment and second, separately for successes and failures. */
export const MAX_PER_ENVIRONMENT = 50
/** Entries per process and second. */
export const MAX_PER_PROCESS = 200

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

export interface TallyCount {
  table: string
  method: string
  kind: string
  status: number
  bucket: number
  requests: number
  listed: number
}

/** Counts and samples one environment's requests of a second. Index 0 is for successes, 1 for failures. */
export class RequestTally {
  readonly #every: readonly [number, number]
  readonly #max: number
  readonly #seen: [number, number] = [0, 0]
  readonly #listed: [number, number] = [0, 0]
  /** Sampling offset within each group of N requests. */
  readonly #offset: readonly [number, number]
  readonly #tables = new Map<string, Map<number, Cell>>()

  constructor(every: readonly [number, number] = [1, 1], max = MAX_PER_ENVIRONMENT) {
    this.#every = every
    // A sudden burst may list twice the quota, not more.
    this.#max = Math.max(1, max * 2)
    // Random, because otherwise an environment with fewer requests than the group size would never be sampled.
    const offset = (count: number) => (max < 1 ? Math.floor(Math.random() * count) : 0)
    this.#offset = [offset(every[0]), offset(every[1])]
  }

  /** Counts a request; returns whether to list it. */
  add(one: { table: string; method: string; kind: string; status: number; ms: number }): boolean {
    const side = one.status < 400 ? 0 : 1
    this.#seen[side] += 1
    const isNext = this.#seen[side] % this.#every[side] === this.#offset[side]
    const isListed = isNext && this.#listed[side] < this.#max
    if (isListed) this.#listed[side] += 1
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
    const key = ((status * KINDS + who) * METHODS + how) * BUCKETS + bucketOf(ms)
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

  /** Sampling interval of the next second, assuming the same load. */
  nextEvery(max: number): [number, number] {
    const every = (seen: number) => Math.max(1, Math.ceil(seen / max))
    return [every(this.#seen[0]), every(this.#seen[1])]
  }

  counted(): TallyCount[] {
    return [...this.#tables].flatMap(([table, cells]) =>
      [...cells].map(([key, cell]) => {
        const rest = Math.floor(key / BUCKETS)
        return {
          table,
          method: REQUEST_METHODS[rest % METHODS] ?? '',
          kind: REQUEST_KINDS[Math.floor(rest / METHODS) % KINDS] ?? '',
          status: Math.floor(rest / (METHODS * KINDS)),
          bucket: key % BUCKETS,
          ...cell,
        }
      }),
    )
  }
}
