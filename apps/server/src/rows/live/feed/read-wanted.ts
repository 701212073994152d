import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { isStaleFault } from '../../environments/environments.ts'
import { faultToApiError } from '../../request/fault-to-api-error.ts'
import { MAX_READ_MS_OF_CALLER } from '../limits/live-limits.ts'
import type { RowSubscription } from '../live-connection.ts'
import { readCurrentRows, readSharedRows } from '../read-current.ts'
import type { Delivery, Wanted } from './delivery.ts'
import { partsOf, type ReadPart } from './resolve-wanted.ts'
import { failedBefore, type Sharing, shareGroups, shareLess } from './share-groups.ts'
import { groupWanted, type WantedGroup } from './wanted-groups.ts'

const TOO_SLOW =
  'The filters of your subscriptions take too long. Use fewer, or filters over fields of the table itself.'
const tooSlow = () => new ApiError('rate_limited', TOO_SLOW)

type OnRead = (parts: readonly ReadPart[]) => Promise<void>

/** Whether any of the subscriptions takes more. */
function isTaken(delivery: Delivery, groups: readonly WantedGroup[]): boolean {
  const takes = (subscription: RowSubscription) =>
    subscription.connection.has(subscription) && delivery.takesMore(subscription.connection)
  return groups.some(({ wanted }) => [...wanted.keys()].some(takes))
}

async function readGroup(
  delivery: Delivery,
  { groups, ids, until, onRead }: Sharing & { until: number; onRead: OnRead },
): Promise<void> {
  const [group] = groups
  if (!group) return
  const { request, operation, isFiltered } = group
  const checkTime = () => {
    if (isFiltered && performance.now() > until) throw tooSlow()
  }
  let left = ids.length
  for await (const part of readCurrentRows(request, { operation, ids, checkTime })) {
    left -= part.ids.length
    await onRead(partsOf(delivery, group, { ...part, isLast: left === 0 }))
    if (left > 0 && !isTaken(delivery, groups)) break
  }
}

interface ReadRound {
  readonly wanted: ReadonlyMap<RowSubscription, Map<string, Wanted>>
  readonly now: number
  /** Milliseconds that each caller has left for this delivery. */
  readonly left: Map<string, number>
  readonly onRead: OnRead
}

/** Another release or another database: the environment is opened again. */
function throwIfStale({ context, environment }: Delivery, error: unknown): void {
  if (!isStaleFault(error)) return
  context.environments.evict(environment)
  throw error
}

/** Reads the rows of one group, in the turn of its caller if its time is limited. */
async function readInTurn(delivery: Delivery, own: Sharing, round: ReadRound): Promise<void> {
  const [group] = own.groups
  if (!group) return
  const startedAt = performance.now()
  const left = round.left.get(group.caller) ?? MAX_READ_MS_OF_CALLER
  const read = () => readGroup(delivery, { ...own, until: startedAt + left, onRead: round.onRead })
  try {
    if (!group.isFiltered) await read()
    else if (left <= 0 || !(await delivery.turns.run(group.caller, left, read))) throw tooSlow()
  } catch (error) {
    throwIfStale(delivery, error)
    const refused = faultToApiError(error, group.request.table)
    for (const subscription of group.wanted.keys()) delivery.fail(subscription, refused)
    const end = { from: undefined, to: undefined, resolve: () => [] }
    await round.onRead([...group.wanted.keys()].map((subscription) => ({ subscription, ...end })))
  } finally {
    if (group.isFiltered) round.left.set(group.caller, left - (performance.now() - startedAt))
  }
}

/**
 * Reads the rows of several groups by shared statements, which have no time of one caller: no filter is part of them. What
 * they do not answer, each group reads alone, so that the error or the slow rows of one are not those of others.
 */
async function readTogether(
  delivery: Delivery,
  sharing: Sharing,
  { onRead }: ReadRound,
): Promise<readonly Sharing[]> {
  const { groups, callers, ids } = sharing
  const [first] = groups
  if (!first) return []
  let done = 0
  const apart = () =>
    groups.map((group) => ({ groups: [group], callers: [], ids: ids.slice(done) }))
  if (failedBefore(delivery.environment, sharing)) return apart()
  try {
    for await (const part of readSharedRows(first.request, { callers, ids })) {
      const isLast = done + part.ids.length === ids.length
      await onRead(
        groups.flatMap((group, caller) =>
          partsOf(delivery, group, { ids: part.ids, rows: part.rowsOf(caller), isLast }),
        ),
      )
      done += part.ids.length
      if (!isLast && !isTaken(delivery, groups)) break
    }
    return []
  } catch (error) {
    throwIfStale(delivery, error)
    shareLess(delivery.environment, sharing)
    return apart()
  }
}

/** Those of one caller are read one after the other. */
const callerOf = (sharing: Sharing): unknown => {
  const [first, other] = sharing.groups
  return other ? sharing : first?.caller
}

/**
 * Reads what the log does not have from the database. Each caller has a time of its own, and rows are not kept: outcomes
 * are passed on with each statement. A failed read is its subscribers' alone.
 */
export async function readWanted(delivery: Delivery, round: ReadRound): Promise<void> {
  const alone: Sharing[] = []
  const readAll = async (sharings: readonly Sharing[]): Promise<void> => {
    const waiting = [...Map.groupBy(sharings, callerOf).values()]
    const work = async (): Promise<void> => {
      for (let own = waiting.pop(); own; own = waiting.pop())
        for (const each of own)
          if (each.groups.length === 1) await readInTurn(delivery, each, round)
          else alone.push(...(await readTogether(delivery, each, round)))
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
  await readAll(await shareGroups(groupWanted(delivery, round.wanted, round.now)))
  await readAll(alone)
}
