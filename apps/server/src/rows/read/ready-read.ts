import { randomUUID } from 'node:crypto'
import { type Statement, withName } from '../../databases/sql/render.ts'
import { planKey } from '../environments/plan-book.ts'
import type { Ask } from '../request/ask.ts'
import { asksOnlyWho, isOnRow, staysOnRow } from '../statements/expression/request-needs.ts'
import {
  compileOne,
  compileWholePage,
  type PageResult,
} from '../statements/select/compile-select.ts'
import { pageOf } from './page-of.ts'
import { viewOf } from './read-selection.ts'
import { readStanding } from './read-standing.ts'

/** Stands for the id of a row in statements that are kept; no row has it. */
const STAND_IN = randomUUID()

/** Whether nothing but the table's own columns is answered, so that other tables' rules count for ids alone. */
export function isPlainView({ query }: Ask): boolean {
  return query.$withRelation === undefined && !query.$columns?.includes('.')
}

/** The statement for one row as its caller may see it; undefined when no row of the table is shown. */
export function readyOne(ask: Ask, id: string): Statement | undefined {
  const { environment, table, query } = ask
  const standing = isPlainView(ask) ? readStanding(ask, 'view') : undefined
  if (standing === undefined || standing === 'false') return one(ask, id)
  const key = planKey(['one', table.name, standing, query.$columns])
  const plan = environment.plans.keep(key, () => {
    const compiled = one(ask, STAND_IN)
    return compiled && { statement: withName(compiled), at: compiled.values.indexOf(STAND_IN) }
  })
  return plan && { ...plan.statement, values: plan.statement.values.with(plan.at, id) }
}

function one(ask: Ask, id: string): Statement | undefined {
  const { environment, table, judge } = ask
  const view = viewOf(ask)
  const rule = judge.rule(table, 'view')
  if (rule === false) return undefined
  return compileOne(environment.model, { table, id, rule, view, viewer: judge.viewer })
}

/** The statement for a page, kept where nothing but the call's own words and its caller's standing decide it. */
export function readyPage(ask: Ask): PageResult | undefined {
  const { environment, table, query } = ask
  const standing = isPlainView(ask) ? readStanding(ask, 'list') : undefined
  if (standing === undefined || standing === 'false' || query.$cursor !== undefined)
    return page(ask)
  const { $filter, $sort, $columns, $limit, $page, $version, $count } = query
  const asked = [$filter, $sort, $columns, $limit, $page, $version, $count]
  const key = planKey(['page', table.name, standing, ...asked])
  const kept = environment.plans.keep(key, () => {
    const made = isSettled(ask) ? page(ask) : undefined
    return made?.ok ? { ...made, statement: withName(made.statement) } : undefined
  })
  return kept ?? page(ask)
}

/** Undefined when no row can be meant. */
function page(ask: Ask): PageResult | undefined {
  const asked = pageOf(ask)
  const compiled = compileWholePage(ask.environment.model, asked)
  return compiled.ok && (asked.rule === false || asked.filter === false) ? undefined : compiled
}

/** Whether filter and sort mean the same at any time, and no other table's rule has a say in them. */
function isSettled({ environment, table, judge, query }: Ask): boolean {
  const { seesHidden } = judge.viewer
  const { rules } = environment
  const sort = rules.sort({ table, text: query.$sort ?? '', seesHidden })
  if (!sort.ok || !sort.keys.every(({ path }) => isOnRow(path))) return false
  if (query.$filter === undefined) return true
  const filter = rules.filter({ table, text: query.$filter, seesHidden })
  if (!filter.ok) return false
  return !filter.checked || (asksOnlyWho(filter.checked) && staysOnRow(filter.checked))
}
