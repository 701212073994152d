import type { LiveSubscription } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { eventColumns } from '@plinth/schema'
import { type DataTable, tableNamed } from '../../databases/sql/data-model.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { LiveEnvironment } from '../environments/live-environment.ts'
import { readFilter, viewOf } from '../read/read-selection.ts'
import { needsUserRow } from '../request/access-policy.ts'
import { rejectUngranted } from '../request/api-key-access.ts'
import { linkRule } from '../statements/expression/link-rule.ts'
import { readsClock } from '../statements/expression/request-needs.ts'
import { answeredColumns, isOwnCells } from '../statements/select/row-object.ts'
import { comparedTexts } from './judge/compared-texts.ts'
import { canJudge, type Judgement, requiredValues } from './judge/judge-row.ts'
import { valuesOf } from './limits/subscription-size.ts'
import { knownAuthOf, livePolicy, userOf } from './live-caller.ts'
import type { LivePlan, RowSubscription } from './live-connection.ts'
import { type LiveContext, rowRequestOf } from './live-request.ts'
import type { LiveCaller } from './live-streams.ts'

function requireLive({ watched }: LiveEnvironment, { id, name, definition }: DataTable): void {
  if (definition.type === 'Computed')
    throw new ApiError(
      'bad_request',
      `Table ${name} is computed: subscribe to the tables it reads.`,
    )
  if (!definition.live)
    throw new ApiError(
      'bad_request',
      `Table ${name} is not live. Switch on Live in the table's settings and sync.`,
    )
  // A sync switches the log on shortly after its answer.
  if (!watched.includes(`${JSON.stringify(id)}:`))
    throw new ApiError('unavailable', `Table ${name} is being made live. Try again shortly.`)
}

function isTimed({ model, rules }: LiveEnvironment, table: DataTable, operation: 'list' | 'view') {
  const timed = (of: DataTable, by: 'list' | 'view') => {
    const read = rules.rule(of, by)
    return read.ok && read.rule.type === 'open' && readsClock(read.rule.checked)
  }
  const linked = [...table.columns.values()].flatMap(({ relation }) =>
    relation ? [tableNamed(model, relation.target)] : [],
  )
  return (
    timed(table, operation) || linked.some((each) => timed(each, 'view') || timed(each, 'list'))
  )
}

/** Checks a subscription against an environment; throws what a list of the same rows would be refused with. */
function planSubscription(
  context: LiveContext,
  live: LiveCaller,
  { environment, asked }: { environment: LiveEnvironment; asked: LiveSubscription },
): LivePlan {
  const table = environment.model.tables.get(asked.table)
  if (!table) throw new ApiError('not_found', `Table with name ${asked.table} not found`)
  const operation = asked.row === undefined ? 'list' : 'view'
  if (live.caller.kind === 'key') rejectUngranted(live.caller.key, table, operation)
  const query = { ...live.query, ...(asked.filter !== undefined && { $filter: asked.filter }) }
  const policy = livePolicy(live, { environment, auth: null, now: Date.now() })
  policy.refuseLocked(table, operation)
  requireLive(environment, table)
  // Throws if it cannot be read.
  readFilter(rowRequestOf(context, { environment, table, policy, query }))
  const { seesHidden } = policy.viewer
  const filter = environment.rules.filter({ table, text: asked.filter ?? '', seesHidden })
  const isTimedFilter = filter.ok && filter.checked !== undefined && readsClock(filter.checked)
  const needsUser =
    userOf(live, environment) !== undefined &&
    needsUserRow({ call: { query }, operation }, { environment, table })
  const isStable = !needsUser && !isTimedFilter && !isTimed(environment, table, operation)
  return { environment, table, operation, query, needsUser, isStable }
}

/** A rule reads the ids of all tables. Made once, so that no judgement keeps the request that it was made in. */
const showsAllIds = () => true

/** By the definition of their table, so that its subscriptions share them. */
const loggedColumns = new WeakMap<DataTable['definition'], ReadonlySet<string>>()

function loggedOf({ definition }: DataTable): ReadonlySet<string> {
  const known = loggedColumns.get(definition)
  if (known) return known
  const made = eventColumns(definition)
  loggedColumns.set(definition, made)
  return made
}

/** Decides how changes are judged for a caller, as `auth` and the time are now. */
export function judgementOf(
  context: LiveContext,
  live: LiveCaller,
  { plan, auth, now }: { plan: LivePlan; auth: Data | null; now: number },
): Judgement {
  const { environment, table, operation, query } = plan
  const policy = livePolicy(live, { environment, auth, now })
  const request = rowRequestOf(context, { environment, table, policy, query, now })
  const rule = policy.rule(table, operation)
  const filter = readFilter(request)
  const view = viewOf(request)
  const ruled = { table, logged: loggedOf(table), showsIds: showsAllIds }
  const { model } = environment
  const showsIds = (target: string) => linkRule(policy.viewer, tableNamed(model, target)) === true
  const logged = { ...ruled, showsIds }
  const seen = { view, viewer: policy.viewer }
  const columns = answeredColumns(table, seen)
  const isInLog =
    isOwnCells({ model, table }, seen) && columns.every((name) => ruled.logged.has(name))
  const [ruleTexts, filterTexts] = [comparedTexts(rule), comparedTexts(filter)]
  const texts = {
    columns: [...ruleTexts.columns, ...filterTexts.columns],
    fixed: ruleTexts.fixed + filterTexts.fixed,
  }
  return {
    rule,
    filter,
    ruleTexts,
    texts,
    isInMemory: canJudge(rule, ruled) && canJudge(filter, logged),
    columns: isInLog ? columns : undefined,
    required: requiredValues(rule, filter),
    ruled,
  }
}

/** Whether the user's row or the time may leave a part of the rule that the log does not decide. */
function mayNeedDatabase(
  { environment, table, operation, isStable }: LivePlan,
  { ruled }: Judgement,
) {
  if (isStable) return false
  const read = environment.rules.rule(table, operation)
  return read.ok && read.rule.type === 'open' && !canJudge(read.rule.checked, ruled)
}

/** Plans and counts a subscription; throws what a list of the same rows would be refused with, and 429 at a limit. */
export function prepareSubscription(
  context: LiveContext,
  subscription: RowSubscription,
  environment: LiveEnvironment,
): void {
  const { asked, connection } = subscription
  const plan = planSubscription(context, connection.live, { environment, asked })
  const auth = knownAuthOf(connection.live, environment)
  const judgement = judgementOf(context, connection.live, { plan, auth, now: Date.now() })
  subscription.plan = plan
  subscription.judgement = plan.isStable ? judgement : undefined
  subscription.values = valuesOf(judgement.rule) + valuesOf(judgement.filter)
  subscription.isInDatabase = !judgement.isInMemory || mayNeedDatabase(plan, judgement)
  // The rules of linked tables may decide otherwise later.
  const mayLink =
    !plan.isStable && [...plan.table.columns.values()].some(({ relation }) => relation)
  subscription.readsDatabase = subscription.isInDatabase || !judgement.columns || mayLink
  connection.onPlan(subscription)
}
