import type { Data } from '@plinth/expression'
import type { LoggedChange } from '../runners/row-runner.ts'
import type { Delivery, SentChange, Wanted, WantedChange } from './delivery.ts'
import { sendChanges } from './feed/send-changes.ts'
import {
  isShort,
  judgeChange,
  type ParsedChange,
  parseChange,
  printRow,
  wasAllowed,
} from './judge/judge-change.ts'
import type { Judgement } from './judge/judge-row.ts'
import { takeTurn } from './limits/take-turn.ts'
import { knownAuthOf } from './live-caller.ts'
import type { LiveConnection, LivePlan, RowSubscription } from './live-connection.ts'
import { judgementOf } from './live-plan.ts'
import { type Accounts, readAccountsOf } from './read-accounts-of.ts'
import { readWanted } from './read-wanted.ts'

/** The clock is read after each judgement of a change with more characters. */
const LONG_CHARACTERS = 1_024

interface Round {
  readonly delivery: Delivery
  readonly accounts: Accounts
  readonly now: number
  readonly judgements: Map<RowSubscription, Judgement>
  /** The plans by which changes were judged. */
  readonly plans: Map<RowSubscription, LivePlan>
  readonly outcomes: SentChange[]
  readonly wanted: Map<RowSubscription, Map<string, Wanted>>
}

function authOf({ delivery, accounts }: Round, { connection, plan }: RowSubscription): Data | null {
  const known = knownAuthOf(connection.live, delivery.environment)
  if (!plan.needsUser || known === null) return known
  const row = accounts.get(String(known.table), String(known.id))
  return row ? { ...row, ...known } : null
}

function judgementFor(round: Round, subscription: RowSubscription): Judgement {
  const cached = subscription.judgement ?? round.judgements.get(subscription)
  if (cached) return cached
  const { connection, plan } = subscription
  const made = judgementOf(round.delivery.context, connection.live, {
    plan,
    auth: authOf(round, subscription),
    now: round.now,
  })
  if (plan.isStable) subscription.judgement = made
  else round.judgements.set(subscription, made)
  return made
}

function want(round: Round, subscription: RowSubscription, wanted: WantedChange): void {
  const rows = round.wanted.get(subscription) ?? new Map<string, Wanted>()
  round.wanted.set(subscription, rows)
  const { rowId } = wanted.change
  const known = rows.get(rowId)
  if (known) known.changes.push(wanted)
  else {
    const auth = authOf(round, subscription)
    rows.set(rowId, { subscription, rowId, auth, changes: [wanted] })
  }
}

function judge(round: Round, subscription: RowSubscription, parsed: ParsedChange): void {
  if (!round.plans.has(subscription)) round.plans.set(subscription, subscription.plan)
  const judgement = judgementFor(round, subscription)
  if (judgement.rule === false || judgement.filter === false) return
  const { change } = parsed
  if (!judgement.isInMemory) {
    want(round, subscription, { change })
    return
  }
  // Logged rows have values that were overwritten since, and the caller may have got its rights later. Its filter must
  // not be judged on them either.
  const isOld = change.position <= subscription.joinedAt
  if (isOld || !isShort(judgement.texts, parsed)) {
    want(round, subscription, { change, wasAllowed: wasAllowed(judgement, parsed, round.now) })
    return
  }
  const judged = judgeChange(judgement, parsed, round.now)
  if (!judged) return
  const hasRow = judged.type === 'create' || judged.type === 'update'
  if (hasRow && !judgement.columns) {
    want(round, subscription, { change, judged })
    return
  }
  const text = hasRow && judgement.columns ? printRow(parsed, judgement.columns) : undefined
  round.outcomes.push({ ...judged, subscription, change, text })
}

/** The subscription is still open, and its caller may do what it might when the change was judged. */
function isCurrent({ plans }: Round, { subscription }: SentChange): boolean {
  return subscription.connection.has(subscription) && plans.get(subscription) === subscription.plan
}

/**
 * Sends outcomes, those that need no further read first: rows of others may take long to read. Those of one subscription
 * stay in order. A connection may resume after its last ones only.
 */
async function sendOutcomes(round: Round): Promise<void> {
  const { delivery, wanted } = round
  const turn = takeTurn()
  const waiting = new Map<LiveConnection, number>()
  for (const { connection } of wanted.keys())
    waiting.set(connection, (waiting.get(connection) ?? 0) + 1)
  const send = async (outcomes: readonly SentChange[]): Promise<void> => {
    const open = outcomes.filter((outcome) => isCurrent(round, outcome))
    const own = Map.groupBy(open, ({ subscription }) => subscription.connection)
    for (const [connection, some] of own) {
      const isResumable = !waiting.get(connection) && delivery.canResume(connection)
      sendChanges(delivery, connection, { outcomes: some, isResumable })
      if (turn.isOver()) await turn.next()
    }
  }
  const bySubscription = Map.groupBy(round.outcomes, ({ subscription }) => subscription)
  await send(round.outcomes.filter(({ subscription }) => !wanted.has(subscription)))
  if (wanted.size === 0) return
  await readWanted(delivery, {
    wanted,
    now: round.now,
    onRead: async (read) => {
      for (const { connection } of read.keys())
        waiting.set(connection, (waiting.get(connection) ?? 1) - 1)
      const all = [...read].flatMap(([subscription, outcomes]) => [
        ...(bySubscription.get(subscription) ?? []),
        ...outcomes,
      ])
      await send(all)
    },
  })
}

/** Parses a change; if that fails, it is left out, and the subscribers of its table read their rows again. */
function parseOrReset({ context, environment, index, reset }: Delivery, change: LoggedChange) {
  try {
    return parseChange(change)
  } catch (error) {
    const { tableId, position } = change
    context.log.error(
      { err: error, environmentId: environment.id, tableId, position },
      'live: change cannot be parsed, resetting the subscriptions of its table',
    )
    for (const subscription of index.ofTable(tableId))
      if (position > subscription.position) reset(subscription, 'log')
    return undefined
  }
}

/** Judges changes for every subscriber that they may concern, and sends what each may see. */
export async function deliverChanges(delivery: Delivery): Promise<void> {
  const { context, environment, index, changes } = delivery
  const accounts = await readAccountsOf(context, { environment, changes, index })
  const round: Round = {
    delivery,
    accounts,
    now: Date.now(),
    judgements: new Map(),
    plans: new Map(),
    outcomes: [],
    wanted: new Map(),
  }
  const turn = takeTurn()
  for (const change of changes) {
    const parsed = parseOrReset(delivery, change)
    if (!parsed) continue
    const { tableId, rowId } = change
    const isLong = parsed.characters > LONG_CHARACTERS
    for (const subscription of index.find({ tableId, rowId, row: parsed.row, old: parsed.old })) {
      if (change.position <= subscription.position) continue
      try {
        judge(round, subscription, parsed)
      } catch (error) {
        delivery.fail(subscription, error)
      }
      if (turn.isOver(isLong)) await turn.next()
    }
  }
  await sendOutcomes(round)
}
