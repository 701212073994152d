import type { DataColumn } from '../../databases/sql/data-model.ts'
import { type KnownText, type Statement, withName } from '../../databases/sql/render.ts'
import { planKey } from '../environments/plan-book.ts'
import { linkStanding } from '../read/read-standing.ts'
import { isPlainView } from '../read/ready-read.ts'
import type { Ask } from '../request/ask.ts'
import { compileCreate } from '../statements/write/compile-create.ts'
import { compileUpdate } from '../statements/write/compile-update.ts'
import type { SentRow, WritePlan } from '../statements/write/write-plan.ts'
import { encodeCell } from '../values/encode-cell.ts'

type Create = Parameters<typeof compileCreate>[1]
type Update = Parameters<typeof compileUpdate>[1]

interface KeptWrite {
  readonly plan: WritePlan
  readonly text: Statement & { readonly known: KnownText }
}

/**
 * A write whose rule is already decided and that ties no rows is the same text for the same columns: only
 * values differ, and those are bound. Everything else is compiled for this very call.
 */
function columnsSent({ table }: Ask, { rule, row }: Create | Update): DataColumn[] | undefined {
  if (rule !== true) return undefined
  const columns: DataColumn[] = []
  for (const name of row.values.keys()) {
    const column = table.columns.get(name)
    if (!column?.cell || column.relation) return undefined
    columns.push(column)
  }
  return columns
}

function valuesOf({ environment }: Ask, columns: readonly DataColumn[], { values }: SentRow) {
  const { dialect } = environment.model
  return columns.map(({ name, form }) => dialect.encode(form, encodeCell(form, values.get(name))))
}

/** Kept only if filling it in gives exactly what compiling gave. */
function keepable(plan: WritePlan, given: readonly unknown[]): KeptWrite | undefined {
  const [first, ...others] = plan.steps
  if (!first || others.length > 0) return undefined
  const { values } = first.statement
  const isSame = values.length === given.length && values.every((value, at) => value === given[at])
  const hasOneId = !plan.answer || plan.answer.values.length === 1
  if (!isSame || !hasOneId) return undefined
  return { plan, text: withName(first.statement) }
}

function filled({ plan, text }: KeptWrite, values: readonly unknown[], id: string): WritePlan {
  const [first] = plan.steps
  if (!first) return plan
  const steps = [{ ...first, statement: { ...text, values } }]
  return plan.answer ? { steps, answer: { ...plan.answer, values: [id] } } : { steps }
}

interface Readying {
  readonly words: readonly (string | boolean)[]
  readonly columns: readonly DataColumn[]
  readonly values: readonly unknown[]
  readonly id: string
  readonly compile: () => WritePlan
}

function ready(ask: Ask, { words, columns, values, id, compile }: Readying): WritePlan {
  const { environment, table, judge, query } = ask
  const names = columns.map(({ name }) => name)
  const links = linkStanding(ask)
  if (links === undefined) return compile()
  const seen = [judge.viewer.seesHidden, links, query.$columns]
  const key = planKey([...words, table.name, ...seen, ...names])
  let made: WritePlan | undefined
  const kept = environment.plans.keep(key, () => {
    made = compile()
    return keepable(made, values)
  })
  return kept ? filled(kept, values, id) : (made ?? compile())
}

/** The plan that creates a row. */
export function readyCreate(ask: Ask, creation: Create): WritePlan {
  const { model } = ask.environment
  const compile = () => compileCreate(model, creation)
  const columns = isPlainView(ask) ? columnsSent(ask, creation) : undefined
  if (!columns) return compile()
  const { row, now } = creation
  const moment = model.dialect.encode('date', now)
  const values = [row.id, moment, moment, ...valuesOf(ask, columns, row)]
  return ready(ask, { words: ['create'], columns, values, id: row.id, compile })
}

/** The plan that changes a row. */
export function readyUpdate(ask: Ask, change: Update): WritePlan {
  const { model } = ask.environment
  const compile = () => compileUpdate(model, change)
  const columns = isPlainView(ask) ? columnsSent(ask, change) : undefined
  if (!columns) return compile()
  const { row, now, ifUpdatedOn } = change
  const { dialect } = model
  const age = ifUpdatedOn === undefined ? [] : [dialect.encode('date', ifUpdatedOn)]
  const sent = valuesOf(ask, columns, row)
  const values = [dialect.encode('date', now), ...sent, row.id, ...age]
  const words = ['update', age.length > 0]
  return ready(ask, { words, columns, values, id: row.id, compile })
}
