import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { isStaleFault } from '../environments/environments.ts'
import { callerKey, statementKey } from '../environments/statement-cache.ts'
import { faultToApiError } from '../request/fault-to-api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import type { Delivery, SentChange, Wanted, WantedChange } from './delivery.ts'
import type { Judged } from './judge/judge-change.ts'
import { MAX_READ_MS_OF_CALLER } from './limits/live-limits.ts'
import { livePolicy } from './live-caller.ts'
import type { LiveConnection, RowSubscription } from './live-connection.ts'
import { rowRequestOf } from './live-request.ts'
import { readCurrentRows } from './read-current.ts'

/** Subscriptions that see the same rows, read by the same statements. */
interface Group {
  /** Its groups are read one after the other; those of others are read meanwhile. */
  readonly caller: string
  /** One of its subscriptions has a filter of its own, whose time is limited. */
  readonly isFiltered: boolean
  readonly request: RowRequest
  readonly operation: 'list' | 'view'
  readonly ids: Set<string>
  readonly wanted: Wanted[]
}

const CONCURRENCY = 4
const TOO_SLOW =
  'The filters of your subscriptions take too long. Use fewer, or filters over fields of the table itself.'

/** Equal keys mean equal rows; undefined if that is not known. */
function groupKey(request: RowRequest, { plan, asked }: RowSubscription): string | undefined {
  if (asked.filter !== undefined) return undefined
  const caller = callerKey(request, plan.operation)
  return caller === undefined ? undefined : statementKey([plan.table.id, plan.operation, caller])
}

/** Guests have no identity: each connection is one of its own. */
function callerOf({ id, identity }: LiveConnection): string {
  return identity === 'guest' ? id : identity
}

function groupOf(
  delivery: Delivery,
  wanted: Map<RowSubscription, Map<string, Wanted>>,
  now: number,
) {
  const { context, environment } = delivery
  const groups = new Map<string, Group>()
  for (const [subscription, rows] of wanted) {
    const { plan, connection, asked } = subscription
    const { table, query, operation } = plan
    const [first] = rows.values()
    const auth = first?.auth ?? null
    const policy = livePolicy(connection.live, { environment, auth, now })
    const request = rowRequestOf(context, { environment, table, policy, query, now })
    const shared = groupKey(request, subscription)
    const key = shared ?? `${connection.id} ${asked.id}`
    const group = groups.get(key) ?? {
      caller: shared ?? callerOf(connection),
      isFiltered: shared === undefined,
      request,
      operation,
      ids: new Set(),
      wanted: [],
    }
    groups.set(key, group)
    for (const [id, row] of rows) {
      group.ids.add(id)
      group.wanted.push(row)
    }
  }
  return [...groups.values()]
}

/** What a row that is visible now means to a subscriber: its changes become one. */
function judgedOf(changes: readonly WantedChange[]): Judged {
  const made = changes.find(({ judged }) => judged?.type === 'create')?.judged
  if (made) return made
  const [first] = changes
  const isNew = !first?.judged && first?.change.operation === 'created'
  return { type: isNew ? 'create' : 'update' }
}

/**
 * The outcome of changes whose row the database answered, or not. A row that is not visible now leaves if it was sent, or
 * if the rule let the subscriber see it before. Of any other the subscriber learns nothing, and its filter is not
 * evaluated on it.
 */
function resolve(
  { reset }: Delivery,
  { subscription, rowId, changes }: Wanted,
  text: string | undefined,
): SentChange[] {
  const change = changes.at(-1)?.change
  if (!change) return []
  const { sent } = subscription
  const undecided = changes.filter(({ judged }) => !judged)
  if (text !== undefined) {
    const isUnknown = undecided.some(({ wasAllowed }) => wasAllowed === undefined)
    if (isUnknown && !sent.add(rowId)) reset(subscription, 'rows')
    return [{ ...judgedOf(changes), subscription, change, text }]
  }
  const last = undecided.at(-1)
  if (!last) return []
  if (undecided.some(({ wasAllowed }) => wasAllowed)) {
    const type = last.change.operation === 'deleted' ? 'delete' : 'leave'
    return [{ type, subscription, change: last.change }]
  }
  return sent.delete(rowId) ? [{ type: 'leave', subscription, change: last.change }] : []
}

type Read = Map<RowSubscription, SentChange[]>

async function readGroup(delivery: Delivery, group: Group, until: number): Promise<Read> {
  const { request, operation, ids, wanted, isFiltered } = group
  const read: Read = new Map(wanted.map(({ subscription }) => [subscription, []]))
  try {
    const checkTime = () => {
      if (isFiltered && performance.now() > until) throw new ApiError('rate_limited', TOO_SLOW)
    }
    const rows = await readCurrentRows(request, { operation, ids: [...ids], checkTime })
    for (const each of wanted)
      read.get(each.subscription)?.push(...resolve(delivery, each, rows.get(each.rowId)))
  } catch (error) {
    if (isStaleFault(error)) {
      delivery.context.environments.evict(delivery.environment)
      throw error
    }
    const refused = faultToApiError(error, request.table)
    for (const subscription of read.keys()) delivery.fail(subscription, refused)
  }
  return read
}

/**
 * Reads what the log does not have from the database. Each caller has a time of its own, and rows are not kept: outcomes
 * are passed on with each read, once for every subscription. A failed read is its subscribers' alone.
 */
export async function readWanted(
  delivery: Delivery,
  round: {
    readonly wanted: Map<RowSubscription, Map<string, Wanted>>
    readonly now: number
    readonly onRead: (read: Read) => Promise<void>
  },
): Promise<void> {
  const groups = groupOf(delivery, round.wanted, round.now)
  const waiting = [...Map.groupBy(groups, ({ caller }) => caller).values()]
  const work = async (): Promise<void> => {
    for (let own = waiting.pop(); own; own = waiting.pop()) {
      const until = performance.now() + MAX_READ_MS_OF_CALLER
      for (const group of own) await round.onRead(await readGroup(delivery, group, until))
    }
  }
  const stopAll = (error: unknown): never => {
    waiting.length = 0
    throw error
  }
  const works = Array.from({ length: CONCURRENCY }, () => work().catch(stopAll))
  // All of them end before the changes are read again.
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
