import type { Data } from '@plinth/expression'
import type { Delivery, SentChange, Wanted, WantedChange } from './delivery.ts'
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
import type { LiveConnection, RowSubscription } from './live-connection.ts'
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
  readonly outcomes: SentChange[]
  readonly wanted: Map<RowSubscription, Map<string, Wanted>>
}

function isOpen({ subscription }: SentChange): boolean {
  const { connection, asked } = subscription
  return !connection.isEnded && connection.subscriptions.get(asked.id) === subscription
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
  const judgement = judgementFor(round, subscription)
  if (judgement.rule === false || judgement.filter === false) return
  const { change } = parsed
  if (!judgement.isInMemory) {
    want(round, subscription, { change })
    return
  }
  if (!isShort(judgement.texts, parsed)) {
    want(round, subscription, { change, wasAllowed: wasAllowed(judgement, parsed, round.now) })
    return
  }
  const judged = judgeChange(judgement, parsed, round.now)
  if (!judged) return
  const hasRow = judged.type === 'create' || judged.type === 'update'
  if (hasRow && (!judgement.columns || round.delivery.isCatchingUp)) {
    want(round, subscription, { change, judged })
    return
  }
  const text = hasRow && judgement.columns ? printRow(parsed, judgement.columns) : undefined
  round.outcomes.push({ ...judged, subscription, change, text })
}

function print({ type, isEntered, change, text }: SentChange, ids: string[], position: string) {
  const entered = isEntered ? ',"entered":true' : ''
  const row = text === undefined ? '' : `,"row":${text}`
  return `{"subscriptions":${JSON.stringify(ids.sort())},"type":"${type}","id":${JSON.stringify(change.rowId)}${row}${entered},"position":"${position}"}`
}

interface SentEvent {
  readonly outcome: SentChange
  readonly ids: string[]
}

/** Sends the outcomes of one connection in order; equal ones of several subscriptions are one event. */
function send(delivery: Delivery, connection: LiveConnection, own: SentChange[]): void {
  const events: SentEvent[] = []
  const known = new Map<string, SentEvent[]>()
  for (const outcome of own.sort((a, b) => a.change.position - b.change.position)) {
    const { change, type, isEntered, text, subscription } = outcome
    const key = `${change.position} ${type} ${isEntered}`
    // Texts are compared, not a part of the key: most are one and the same string.
    const equal = known.get(key)?.find((event) => event.outcome.text === text)
    if (equal) equal.ids.push(subscription.asked.id)
    else {
      const event = { outcome, ids: [subscription.asked.id] }
      events.push(event)
      known.set(key, [...(known.get(key) ?? []), event])
    }
  }
  const [first, last] = [events[0]?.outcome.change, events.at(-1)?.outcome.change]
  if (!first || !last) return
  const { epoch, environment, positions } = delivery
  const holder = { environmentId: environment.id, identity: connection.identity }
  const printed = positions.printer(holder, { epoch, first: first.position, last: last.position })
  const isResumable = delivery.canResume(connection)
  for (const { outcome, ids } of events) {
    const position = printed(outcome.change.position)
    connection.add('change', print(outcome, ids, position), isResumable ? position : undefined)
  }
  connection.flush()
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
    outcomes: [],
    wanted: new Map(),
  }
  const turn = takeTurn()
  for (const change of changes) {
    const parsed = parseChange(change)
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
  if (round.wanted.size > 0) await readWanted(delivery, round)
  const byConnection = Map.groupBy(
    round.outcomes.filter(isOpen),
    ({ subscription }) => subscription.connection,
  )
  for (const [connection, own] of byConnection) {
    send(delivery, connection, own)
    if (turn.isOver()) await turn.next()
  }
}
