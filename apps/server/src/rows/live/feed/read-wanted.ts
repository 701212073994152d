import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { isStaleFault } from '../../environments/environments.ts'
import { callerKey, statementKey } from '../../environments/statement-cache.ts'
import { faultToApiError } from '../../request/fault-to-api-error.ts'
import type { RowRequest } from '../../request/row-request.ts'
import type { Judged } from '../judge/judge-change.ts'
import { MAX_READ_MS_OF_CALLER } from '../limits/live-limits.ts'
import { livePolicy } from '../live-caller.ts'
import type { RowSubscription } from '../live-connection.ts'
import { rowRequestOf } from '../live-request.ts'
import { readCurrentRows } from '../read-current.ts'
import type { Delivery, SentChange, Wanted, WantedChange } from './delivery.ts'

/** Subscriptions that see the same rows, read by the same statements. */
interface Group {
  /** Its groups are read one after the other; those of others are read meanwhile. */
  readonly caller: string
  /** One of its subscriptions has a filter of its own, whose time is limited. */
  readonly isFiltered: boolean
  readonly request: RowRequest
  readonly operation: 'list' | 'view'
  /** Rows by subscription. */
  readonly wanted: Map<RowSubscription, Map<string, Wanted>>
}

const TOO_SLOW =
  'The filters of your subscriptions take too long. Use fewer, or filters over fields of the table itself.'
const tooSlow = () => new ApiError('rate_limited', TOO_SLOW)

/** Equal keys mean equal rows; undefined if that is not known. */
function groupKey(request: RowRequest, { plan, asked }: RowSubscription): string | undefined {
  if (asked.filter !== undefined) return undefined
  const caller = callerKey(request, plan.operation)
  return caller === undefined ? undefined : statementKey([plan.table.id, plan.operation, caller])
}

function groupOf(
  delivery: Delivery,
  wanted: ReadonlyMap<RowSubscription, Map<string, Wanted>>,
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
      caller: shared ?? connection.holder,
      isFiltered: shared === undefined,
      request,
      operation,
      wanted: new Map(),
    }
    groups.set(key, group)
    group.wanted.set(subscription, rows)
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

/** Resolves a row, and remembers what its subscriber has of it now. */
function resolveAndAdd(
  delivery: Delivery,
  wanted: Wanted,
  text: string | undefined,
): readonly SentChange[] {
  const outcomes = resolve(delivery, wanted, text)
  const { readRows, digests, isValid } = delivery
  const { subscription, rowId, columns } = wanted
  // A row of which nothing is sent may still leave by a later change.
  if (readRows && columns && outcomes.length > 0 && isValid())
    readRows.add(subscription, rowId, digests.answered(text, columns))
  return outcomes
}

const lastOf = ({ changes }: Wanted): number => changes.at(-1)?.change.position ?? 0

/** The ids of a group's rows in the order of their last changes, in which they are sent. */
function orderedIds({ wanted }: Group): readonly string[] {
  const last = new Map<string, number>()
  for (const rows of wanted.values())
    for (const [id, row] of rows) last.set(id, Math.max(lastOf(row), last.get(id) ?? 0))
  return [...last.keys()].sort((a, b) => (last.get(a) ?? 0) - (last.get(b) ?? 0))
}

/** Rows of a subscription that were read; the rows of later parts changed later. */
export interface ReadPart {
  readonly subscription: RowSubscription
  /** Position of the first of its rows; undefined if it has none. */
  readonly from: number | undefined
  /** Position of the last; undefined for the last part. */
  readonly to: number | undefined
  /** Called if the client takes them. */
  readonly resolve: () => readonly SentChange[]
}

type OnRead = (parts: readonly ReadPart[]) => Promise<void>

async function readGroup(
  delivery: Delivery,
  { group, until, onRead }: { group: Group; until: number; onRead: OnRead },
): Promise<void> {
  const { request, operation, wanted, isFiltered } = group
  const checkTime = () => {
    if (isFiltered && performance.now() > until) throw tooSlow()
  }
  const ids = orderedIds(group)
  let left = ids.length
  for await (const part of readCurrentRows(request, { operation, ids, checkTime })) {
    left -= part.ids.length
    const parts = [...wanted].map(([subscription, rows]) => {
      const own = part.ids.flatMap((id) => rows.get(id) ?? [])
      const [first, last] = [own[0], own.at(-1)]
      return {
        subscription,
        from: first && lastOf(first),
        to: left > 0 ? (last ? lastOf(last) : 0) : undefined,
        resolve: () => own.flatMap((row) => resolveAndAdd(delivery, row, part.rows.get(row.rowId))),
      }
    })
    await onRead(parts)
    const isTaken = (subscription: RowSubscription) =>
      subscription.connection.has(subscription) && delivery.takesMore(subscription.connection)
    if (left > 0 && ![...wanted.keys()].some(isTaken)) break
  }
}

interface ReadRound {
  readonly wanted: ReadonlyMap<RowSubscription, Map<string, Wanted>>
  readonly now: number
  /** Milliseconds that each caller has left for this delivery. */
  readonly left: Map<string, number>
  readonly onRead: OnRead
}

/** Reads the rows of one group, in the turn of its caller if its time is limited. */
async function readInTurn(delivery: Delivery, group: Group, round: ReadRound): Promise<void> {
  const { context, environment, turns } = delivery
  const startedAt = performance.now()
  const left = round.left.get(group.caller) ?? MAX_READ_MS_OF_CALLER
  const read = () => readGroup(delivery, { group, until: startedAt + left, onRead: round.onRead })
  try {
    if (!group.isFiltered) await read()
    else if (left <= 0 || !(await turns.run(group.caller, left, read))) throw tooSlow()
  } catch (error) {
    if (isStaleFault(error)) {
      context.environments.evict(environment)
      throw error
    }
    const refused = faultToApiError(error, group.request.table)
    for (const subscription of group.wanted.keys()) delivery.fail(subscription, refused)
    await round.onRead(
      [...group.wanted.keys()].map((subscription) => ({
        subscription,
        from: undefined,
        to: undefined,
        resolve: () => [],
      })),
    )
  } finally {
    if (group.isFiltered) round.left.set(group.caller, left - (performance.now() - startedAt))
  }
}

/**
 * Reads what the log does not have from the database. Each caller has a time of its own, and rows are not kept: outcomes
 * are passed on with each statement. A failed read is its subscribers' alone.
 */
export async function readWanted(delivery: Delivery, round: ReadRound): Promise<void> {
  const groups = groupOf(delivery, round.wanted, round.now)
  const waiting = [...Map.groupBy(groups, ({ caller }) => caller).values()]
  const work = async (): Promise<void> => {
    for (let own = waiting.pop(); own; own = waiting.pop())
      for (const group of own) await readInTurn(delivery, group, round)
  }
  const stopAll = (error: unknown): never => {
    waiting.length = 0
    throw error
  }
  const works = Array.from({ length: delivery.concurrency }, () => work().catch(stopAll))
  // All of them end before the changes are read again.
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
