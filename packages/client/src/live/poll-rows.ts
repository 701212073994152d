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
}

type Seen = Map<string, string>

/** More rows match than are read again and again. */
class TooManyRows extends Error {
  constructor(table: string) {
    super(
      `More than ${MAX_ROWS} rows of ${table} match: use a narrower filter, or a network that passes event streams`,
    )
  }
}

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
  return rows
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

  async function poll(one: LiveSubscription, seen: Map<LiveSubscription, Seen>) {
    const rows = await readAll(polling, one.request)
    const before = seen.get(one)
    const changes = compareRows(before ?? new Map(), rows)
    if (before) one.polled({ changes })
    else {
      seen.set(one, new Map(rows.map((row) => [row.id, JSON.stringify(row)])))
      one.polled({ rows })
    }
  }
  async function run(own: object) {
    const seen = new Map<LiveSubscription, Seen>()
    while (current === own) {
      for (const one of [...polling.subscriptions]) {
        if (current !== own) return
        await poll(one, seen).catch((error) => {
          const isFinal = error instanceof TooManyRows || !isPassing(error)
          if (isFinal) polling.onFailed(one, error)
        })
      }
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
