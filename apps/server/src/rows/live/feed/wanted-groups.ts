import { callerKey, statementKey } from '../../environments/statement-cache.ts'
import type { RowRequest } from '../../request/row-request.ts'
import { livePolicy, userOf } from '../live-caller.ts'
import type { RowSubscription } from '../live-connection.ts'
import { rowRequestOf } from '../live-request.ts'
import type { Delivery, Wanted } from './delivery.ts'

type WantedRows = ReadonlyMap<RowSubscription, Map<string, Wanted>>

/** Subscriptions that see the same rows, read by the same statements. */
export interface WantedGroup {
  /** Its groups are read one after the other; those of others are read meanwhile. */
  readonly caller: string
  /** Its time is limited: it has a filter, or nothing says that others have the same rule. */
  readonly isFiltered: boolean
  /** It may share statements with groups of other callers. */
  readonly mayShare: boolean
  readonly request: RowRequest
  readonly operation: 'list' | 'view'
  /** Rows by subscription. */
  readonly wanted: Map<RowSubscription, Map<string, Wanted>>
}

/** Equal keys mean equal rows; undefined if that is not known. */
function groupKey(request: RowRequest, { plan, asked }: RowSubscription): string | undefined {
  if (asked.filter !== undefined) return undefined
  const caller = callerKey(request, plan.operation)
  return caller === undefined ? undefined : statementKey([plan.table.id, plan.operation, caller])
}

export function groupWanted(
  delivery: Delivery,
  wanted: WantedRows,
  now: number,
): readonly WantedGroup[] {
  const { context, environment } = delivery
  const groups = new Map<string, WantedGroup>()
  for (const [subscription, rows] of wanted) {
    const { plan, connection, asked } = subscription
    const { table, query, operation } = plan
    const [first] = rows.values()
    const auth = first?.auth ?? null
    const policy = livePolicy(connection.live, { environment, auth, now })
    const request = rowRequestOf(context, { environment, table, policy, query, now })
    const shared = groupKey(request, subscription)
    const key = shared ?? `${connection.id} ${asked.id}`
    const isUser = userOf(connection.live, environment) !== undefined
    const group = groups.get(key) ?? {
      caller: shared ?? connection.holder,
      isFiltered: shared === undefined,
      mayShare: isUser && asked.filter === undefined,
      request,
      operation,
      wanted: new Map(),
    }
    groups.set(key, group)
    group.wanted.set(subscription, rows)
  }
  return [...groups.values()]
}

export const lastOf = ({ changes }: Wanted): number => changes.at(-1)?.change.position ?? 0

/** The ids of a group's rows in the order of their last changes, in which they are sent. */
export function orderedIds({ wanted }: Pick<WantedGroup, 'wanted'>): readonly string[] {
  const last = new Map<string, number>()
  for (const rows of wanted.values())
    for (const [id, row] of rows) last.set(id, Math.max(lastOf(row), last.get(id) ?? 0))
  return [...last.keys()].sort((a, b) => (last.get(a) ?? 0) - (last.get(b) ?? 0))
}
