import { takeTurn } from '../limits/take-turn.ts'
import type { LiveConnection, LivePlan, RowSubscription } from '../live-connection.ts'
import type { Delivery, SentChange, Wanted } from './delivery.ts'
import { readWanted } from './read-wanted.ts'
import type { ReadPart } from './resolve-wanted.ts'
import { sendChanges } from './send-changes.ts'

/** What some changes mean to their subscribers. */
export interface Outcomes {
  /** Decided by the log. */
  readonly decided: SentChange[]
  /** To be read from the database, by subscription and row. */
  readonly wanted: Map<RowSubscription, Map<string, Wanted>>
  /** The plans by which changes were judged. */
  readonly plans: Map<RowSubscription, LivePlan>
}

export interface Sending {
  readonly now: number
  /** Milliseconds that each caller has left for this delivery. */
  readonly left: Map<string, number>
}

const positionOf = ({ change }: SentChange): number => change.position

/**
 * Sends outcomes, those that need no further read first: rows of others may take long to read. Those of one subscription
 * stay in order. A connection may resume after its last ones only.
 */
export async function sendOutcomes(
  delivery: Delivery,
  { decided, wanted, plans }: Outcomes,
  { now, left }: Sending,
): Promise<void> {
  const turn = takeTurn()
  const waiting = new Map<LiveConnection, number>()
  for (const { connection } of wanted.keys())
    waiting.set(connection, (waiting.get(connection) ?? 0) + 1)
  /** The subscription is open, and its caller may do what it might when the change was judged. */
  const isCurrent = ({ subscription }: SentChange): boolean =>
    delivery.isValid() &&
    subscription.connection.has(subscription) &&
    plans.get(subscription) === subscription.plan
  const send = async (outcomes: readonly SentChange[]): Promise<void> => {
    const open = outcomes.filter(isCurrent)
    const own = Map.groupBy(open, ({ subscription }) => subscription.connection)
    for (const [connection, some] of own) {
      const isResumable = !waiting.get(connection) && delivery.canResume(connection)
      sendChanges(delivery, connection, { outcomes: some, isResumable })
      if (turn.isOver()) await turn.next()
    }
  }
  const bySubscription = Map.groupBy(decided, ({ subscription }) => subscription)
  await send(decided.filter(({ subscription }) => !wanted.has(subscription)))
  if (wanted.size === 0) return
  const stopped = new Set<RowSubscription>()
  /** The outcomes of a part with those that the log decided before the next one; none if the client takes no more. */
  const take = ({ subscription, from, to, resolve }: ReadPart): readonly SentChange[] => {
    const { connection } = subscription
    if (to === undefined) waiting.set(connection, (waiting.get(connection) ?? 1) - 1)
    if (stopped.has(subscription)) return []
    const own = bySubscription.get(subscription) ?? []
    const ready = to === undefined ? own : own.filter((each) => positionOf(each) <= to)
    const first = Math.min(from ?? Number.POSITIVE_INFINITY, ...ready.slice(0, 1).map(positionOf))
    if (first === Number.POSITIVE_INFINITY) return []
    if (!delivery.takesMore(connection)) {
      stopped.add(subscription)
      delivery.onLeft(subscription, first - 1)
      return []
    }
    bySubscription.set(subscription, own.slice(ready.length))
    return [...ready, ...resolve()]
  }
  await readWanted(delivery, {
    wanted,
    now,
    left,
    onRead: (parts) => send(parts.flatMap(take)),
  })
}
