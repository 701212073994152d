import type { Data } from '@plinth/expression'
import type { LoggedChange } from '../../runners/row-runner.ts'
import {
  judgeChange,
  type ParsedChange,
  parseChange,
  printRow,
  wasAllowed,
} from '../judge/judge-change.ts'
import type { Judgement } from '../judge/judge-row.ts'
import { JudgingTime } from '../limits/judging-time.ts'
import { MAX_OUTCOMES } from '../limits/live-limits.ts'
import { takeTurn } from '../limits/take-turn.ts'
import { knownAuthOf } from '../live-caller.ts'
import type { RowSubscription } from '../live-connection.ts'
import { judgementOf } from '../live-plan.ts'
import { type Accounts, readAccountsOf } from '../read-accounts-of.ts'
import type { Delivery, Wanted, WantedChange } from './delivery.ts'
import { DoubtfulChanges } from './doubtful-changes.ts'
import { type Outcomes, type Sending, sendOutcomes } from './send-outcomes.ts'

interface Round {
  readonly delivery: Delivery
  readonly accounts: Accounts
  readonly now: number
  readonly judgements: Map<RowSubscription, Judgement>
  readonly doubtful: DoubtfulChanges
  /** Of the changes since the last ones were sent. */
  outcomes: Outcomes
  /** How many outcomes there are. */
  count: number
}

const noOutcomes = (): Outcomes => ({ decided: [], wanted: new Map(), plans: new Map() })

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
  const of = round.outcomes.wanted
  const rows = of.get(subscription) ?? new Map<string, Wanted>()
  of.set(subscription, rows)
  round.count += 1
  const { rowId } = wanted.change
  const known = rows.get(rowId)
  if (known) known.changes.push(wanted)
  else {
    const auth = authOf(round, subscription)
    const { isInMemory, columns } = judgementFor(round, subscription)
    const logged = isInMemory ? columns : undefined
    rows.set(rowId, { subscription, rowId, auth, columns: logged, changes: [wanted] })
  }
}

function judge(round: Round, subscription: RowSubscription, parsed: ParsedChange): void {
  const { decided, plans } = round.outcomes
  if (!plans.has(subscription)) plans.set(subscription, subscription.plan)
  const judgement = judgementFor(round, subscription)
  if (judgement.rule === false || judgement.filter === false) return
  const { change } = parsed
  if (!judgement.isInMemory) {
    want(round, subscription, { change })
    return
  }
  const { isOld, readRows } = round.delivery
  const read = isOld ? undefined : readRows?.find(subscription, change.rowId, change.position)
  // Logged rows have values that were overwritten since, and the caller may have got its rights later. Its filter must
  // not be judged on them either.
  const judged = isOld ? 'undecided' : judgeChange(judgement, parsed, round.now)
  const undecided = () => ({ change, wasAllowed: wasAllowed(judgement, parsed, round.now) })
  if (judged === 'undecided') {
    if (read) for (const each of round.doubtful.take(read)) want(round, subscription, each)
    want(round, subscription, undecided())
    return
  }
  const { columns } = judgement
  const hasRow = judged?.type === 'create' || judged?.type === 'update'
  if (judged && hasRow && !columns) {
    want(round, subscription, { change, judged })
    return
  }
  const text = hasRow && columns ? printRow(parsed, columns) : undefined
  const outcome = judged && { ...judged, subscription, change, text }
  if (read) {
    const digest = round.delivery.digests.logged(text)
    round.doubtful.add(read, { subscription, digest, outcome, wanted: undecided() })
  } else if (outcome) decided.push(outcome)
  if (outcome) round.count += 1
}

/** Sends the outcomes of the changes up to a position. */
async function sendRound(round: Round, sending: Sending, end: number): Promise<void> {
  const { newer, wanted } = round.doubtful.takeAll(end)
  for (const { subscription, change } of wanted) want(round, subscription, change)
  if (newer.length > 0) {
    for (const each of newer) round.outcomes.decided.push(each)
    round.outcomes.decided.sort((a, b) => a.change.position - b.change.position)
  }
  await sendOutcomes(round.delivery, round.outcomes, sending)
  round.outcomes = noOutcomes()
  round.count = 0
}

/** Parses a change; if that fails, it is left out, and the subscribers of its table read their rows again. */
function parseOrReset(delivery: Delivery, change: LoggedChange): ParsedChange | undefined {
  const { context, environment, index, reset, seenTo } = delivery
  try {
    return parseChange(change)
  } catch (error) {
    const { tableId, position } = change
    context.log.error(
      { err: error, environmentId: environment.id, tableId, position },
      'live: change cannot be parsed, resetting the subscriptions of its table',
    )
    for (const subscription of index.ofTable(tableId))
      if (position > seenTo(subscription)) reset(subscription, 'log')
    return undefined
  }
}

/**
 * Judges changes for every subscriber that they may concern, and sends what each may see. Outcomes are sent whenever there
 * are many, so that memory does not grow with the subscriptions times the changes.
 */
export async function deliverChanges(delivery: Delivery): Promise<void> {
  const { context, environment, index, changes, seenTo, end } = delivery
  const accounts = await readAccountsOf(context, { environment, changes, index })
  const now = Date.now()
  const judgements = new Map<RowSubscription, Judgement>()
  const doubtful = new DoubtfulChanges()
  const outcomes = noOutcomes()
  const round: Round = { delivery, accounts, now, judgements, doubtful, outcomes, count: 0 }
  const sending = { now, left: new Map<string, number>() }
  const turn = takeTurn()
  const judging = new JudgingTime()
  for (const change of changes) {
    const parsed = parseOrReset(delivery, change)
    if (!parsed) continue
    const { tableId, rowId } = change
    for (const subscription of index.find({ tableId, rowId, row: parsed.row, old: parsed.old })) {
      if (change.position <= seenTo(subscription)) continue
      try {
        judging.run(subscription, () => judge(round, subscription, parsed))
      } catch (error) {
        delivery.fail(subscription, error)
      }
      if (turn.isOver(parsed.characters)) await turn.next()
    }
    if (round.count < MAX_OUTCOMES) continue
    await sendRound(round, sending, change.position)
    delivery.onDelivered(change.position)
  }
  await sendRound(round, sending, end)
}
