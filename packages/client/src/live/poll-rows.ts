import type { Client } from '../create-client.ts'
import { listRows } from '../protocol/routes.ts'
import type { Row, Scope, UncountedPage } from '../protocol/wire-types.ts'
import { isPassing } from './connect-once.ts'
import type { LiveSubscription } from './live-subscription.ts'
import type { RowChange } from './live-types.ts'
import { createPause } from './pause.ts'

const POLL_MS = 5_000
const PAGE_ROWS = 100
/** As many as the server sends at the start of a subscription. */
const MAX_ROWS = 1_000

interface Polling {
  client: Client
  scope: Scope
  subscriptions: ReadonlySet<LiveSubscription>
  /** A subscription cannot be polled. */
  onFailed: (subscription: LiveSubscription, error: Error) => void
  /** The server answers again, after a time in which no subscription could be polled. */
  onReached: () => void
}

type Seen = Map<string, string>
type SeenRows = Map<LiveSubscription, Seen>

/** More rows match than are read again and again. */
class TooManyRows extends Error {
  constructor(table: string) {
    super(
      `More than ${MAX_ROWS} rows of ${table} match: use a narrower filter, or a network that passes event streams`,
    )
  }
}

/** The rows of a subscription, the oldest first, so that new ones are created at the end. */
async function readAll(
  { client, scope }: Polling,
  { table, filter, row }: LiveSubscription['request'],
): Promise<Row[]> {
  const parts = [filter && `(${filter})`, row && `id = ${JSON.stringify(row)}`].filter(Boolean)
  const rows: Row[] = []
  let cursor: string | null = null
  do {
    const page = (await client.call(listRows, {
      params: { table },
      query: {
        ...scope,
        ...{ $version: 'v2', $count: 'false', $limit: PAGE_ROWS },
        ...(parts.length > 0 && { $filter: parts.join(' && ') }),
        ...(cursor && { $cursor: cursor }),
      },
    })) as UncountedPage<Row>
    rows.push(...page.data)
    cursor = page.cursor
    if (rows.length + (cursor ? 1 : 0) > MAX_ROWS) throw new TooManyRows(table)
  } while (cursor)
  return rows.reverse()
}

/** What differs from the rows of the last poll. A row that is missing was deleted or has left the view. */
export function compareRows(seen: Seen, rows: readonly Row[]): RowChange<Row>[] {
  const changes: RowChange<Row>[] = []
  const left = new Set(seen.keys())
  for (const row of rows) {
    const text = JSON.stringify(row)
    const before = seen.get(row.id)
    left.delete(row.id)
    if (before !== text) changes.push({ type: before ? 'update' : 'create', id: row.id, row })
    seen.set(row.id, text)
  }
  for (const id of left) {
    seen.delete(id)
    changes.push({ type: 'leave', id })
  }
  return changes
}

/** Reads the rows of every subscription again and again, while there is no stream. */
export function createPoller(polling: Polling): { start(): void; stop(): void } {
  let current: object | undefined
  const pause = createPause()

  /** Whether the server answered; undefined after the poller was stopped. */
  async function poll(one: LiveSubscription, { own, seen }: { own: object; seen: SeenRows }) {
    try {
      const rows = await readAll(polling, one.request)
      // A stream may have sent newer rows.
      if (current !== own) return undefined
      const before = seen.get(one) ?? new Map()
      const changes = compareRows(before, rows)
      one.setState('polling')
      one.polled(seen.has(one) ? { changes } : { rows })
      seen.set(one, before)
      return true
    } catch (error) {
      if (current !== own) return undefined
      const isFinal = error instanceof TooManyRows || !isPassing(error)
      if (isFinal) polling.onFailed(one, error as Error)
      else one.setState('connecting')
      return isFinal
    }
  }
  async function run(own: object) {
    const seen: SeenRows = new Map()
    let isAway = false
    while (current === own) {
      const polled = [...polling.subscriptions]
      let answers = 0
      for (const one of polled) {
        const isAnswered = await poll(one, { own, seen })
        if (isAnswered === undefined) return
        if (!isAnswered) continue
        answers += 1
        if (isAway) polling.onReached()
        isAway = false
      }
      isAway ||= polled.length > 0 && answers === 0
      await pause.wait(POLL_MS)
    }
  }
  return {
    start() {
      if (current) return
      current = {}
      void run(current)
    },
    stop() {
      current = undefined
      pause.end()
    },
  }
}
