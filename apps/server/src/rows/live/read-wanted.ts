import { isStaleFault } from '../environments/environments.ts'
import { callerKey, statementKey } from '../environments/statement-cache.ts'
import { faultToApiError } from '../request/fault-to-api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import type { Delivery, SentChange, Wanted, WantedChange } from './delivery.ts'
import type { Judged } from './judge/judge-change.ts'
import { livePolicy } from './live-caller.ts'
import type { RowSubscription } from './live-connection.ts'
import { rowRequestOf } from './live-request.ts'
import { readCurrentRows } from './read-current.ts'

/** Subscriptions that see the same rows, read by the same statements. */
interface Group {
  readonly request: RowRequest
  readonly operation: 'list' | 'view'
  readonly ids: Set<string>
  readonly wanted: Wanted[]
}

const CONCURRENCY = 4

/** Equal keys mean equal rows; undefined if that is not known. */
function groupKey(request: RowRequest, { plan, asked }: RowSubscription): string | undefined {
  if (asked.filter !== undefined) return undefined
  const caller = callerKey(request, plan.operation)
  return caller === undefined ? undefined : statementKey([plan.table.id, plan.operation, caller])
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
    const key = groupKey(request, subscription) ?? `${connection.id} ${asked.id}`
    const group = groups.get(key) ?? { request, operation, ids: new Set(), wanted: [] }
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
  { forget }: Delivery,
  { subscription, rowId, changes }: Wanted,
  text: string | undefined,
): SentChange[] {
  const change = changes.at(-1)?.change
  if (!change) return []
  const { sent } = subscription
  const undecided = changes.filter(({ judged }) => !judged)
  if (text !== undefined) {
    const isUnknown = undecided.some(({ wasAllowed }) => wasAllowed === undefined)
    if (isUnknown && !sent.add(rowId)) forget(subscription)
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

/** Reads what the log does not have from the database and adds the outcomes; a failed read is its subscribers' alone. */
export async function readWanted(
  delivery: Delivery,
  round: {
    readonly wanted: Map<RowSubscription, Map<string, Wanted>>
    readonly outcomes: SentChange[]
    readonly now: number
  },
): Promise<void> {
  const waiting = groupOf(delivery, round.wanted, round.now)
  const work = async (): Promise<void> => {
    for (let group = waiting.pop(); group; group = waiting.pop()) {
      const { request, operation, ids, wanted } = group
      try {
        const rows = await readCurrentRows(request, { operation, ids: [...ids] })
        for (const each of wanted)
          round.outcomes.push(...resolve(delivery, each, rows.get(each.rowId)))
      } catch (error) {
        if (isStaleFault(error)) {
          delivery.context.environments.evict(delivery.environment)
          throw error
        }
        const refused = faultToApiError(error, request.table)
        for (const subscription of new Set(wanted.map((each) => each.subscription)))
          delivery.fail(subscription, refused)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}
