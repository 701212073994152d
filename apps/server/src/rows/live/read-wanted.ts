import { isStaleFault } from '../environments/environments.ts'
import { callerKey, statementKey } from '../environments/statement-cache.ts'
import { faultToApiError } from '../request/fault-to-api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import type { Delivery, SentChange, Wanted } from './delivery.ts'
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

/**
 * The outcome of changes whose row the database answered, or not. A row that is not visible now leaves if it was sent:
 * of any other the subscriber learns nothing, and its filter is not evaluated on it.
 */
function resolve(
  { forget }: Delivery,
  { subscription, rowId, changes }: Wanted,
  text: string | undefined,
): SentChange[] {
  const [first] = changes
  const last = changes.at(-1)
  if (!first || !last) return []
  if (first.judged)
    return changes.flatMap(({ change, judged }) =>
      text === undefined || !judged ? [] : [{ ...judged, subscription, change, text }],
    )
  const { change } = last
  const { sent } = subscription
  if (text === undefined) return sent.delete(rowId) ? [{ type: 'leave', subscription, change }] : []
  if (!sent.add(rowId)) forget(subscription)
  const isNew = first.change.operation === 'created'
  return [{ type: isNew ? 'create' : 'update', subscription, change, text }]
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
