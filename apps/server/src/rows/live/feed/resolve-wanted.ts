import type { Judged } from '../judge/judge-change.ts'
import type { RowSubscription } from '../live-connection.ts'
import type { RowsPart } from '../read-current.ts'
import type { Delivery, SentChange, Wanted, WantedChange } from './delivery.ts'
import { lastOf, type WantedGroup } from './wanted-groups.ts'

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

/** The parts of a group's subscriptions, of rows that were read for its caller; the last ones if nothing is left. */
export function partsOf(
  delivery: Delivery,
  { wanted }: WantedGroup,
  { ids, rows, isLast }: RowsPart & { readonly isLast: boolean },
): readonly ReadPart[] {
  return [...wanted].map(([subscription, all]) => {
    const own = ids.flatMap((id) => all.get(id) ?? [])
    const [first, last] = [own[0], own.at(-1)]
    return {
      subscription,
      from: first && lastOf(first),
      to: isLast ? undefined : last ? lastOf(last) : 0,
      resolve: () => own.flatMap((row) => resolveAndAdd(delivery, row, rows.get(row.rowId))),
    }
  })
}
