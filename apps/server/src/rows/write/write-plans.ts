import type { DataColumn } from '../../databases/sql/data-model.ts'
import { type KnownText, type Statement, withName } from '../../databases/sql/render.ts'
import { linksKey, statementKey } from '../environments/statement-cache.ts'
import type { RowRequest } from '../request/row-request.ts'
import { compileCreate } from '../statements/write/compile-create.ts'
import { compileUpdate } from '../statements/write/compile-update.ts'
import type { SentRow, WritePlan } from '../statements/write/write-plan.ts'
import { encodeCell } from '../values/encode-cell.ts'

type Create = Parameters<typeof compileCreate>[1]
type Update = Parameters<typeof compileUpdate>[1]

interface CachedWrite {
  readonly plan: WritePlan
  readonly text: Statement & { readonly known: KnownText }
}

/**
 * The columns of a write that can be cached: its rule is true and it sets no relations, so the statement text depends on
 * the columns only and values are bound. Undefined for writes that must be compiled per call.
 */
function cacheableColumns(
  { table }: RowRequest,
  { rule, row }: Create | Update,
): DataColumn[] | undefined {
  if (rule !== true) return undefined
  const columns: DataColumn[] = []
  for (const name of row.values.keys()) {
    const column = table.columns.get(name)
    if (!column?.cell || column.relation) return undefined
    columns.push(column)
  }
  return columns
}

function valuesOf(
  { environment }: RowRequest,
  columns: readonly DataColumn[],
  { values }: SentRow,
) {
  const { dialect } = environment.model
  return columns.map(({ name, form }) => dialect.encode(form, encodeCell(form, values.get(name))))
}

/** Caches a plan only if filling in the values reproduces exactly what compiling produced. */
function toCacheable(plan: WritePlan, expected: readonly unknown[]): CachedWrite | undefined {
  const [first, ...others] = plan.steps
  if (!first || others.length > 0) return undefined
  const { values } = first.statement
  const isSame =
    values.length === expected.length && values.every((value, at) => value === expected[at])
  const hasOneId = !plan.answer || plan.answer.values.length === 1
  if (!isSame || !hasOneId) return undefined
  return { plan, text: withName(first.statement) }
}

function fillIn({ plan, text }: CachedWrite, values: readonly unknown[], id: string): WritePlan {
  const [first] = plan.steps
  if (!first) return plan
  const steps = [{ ...first, statement: { ...text, values } }]
  return plan.answer ? { steps, answer: { ...plan.answer, values: [id] } } : { steps }
}

interface CachedPlanInput {
  readonly keyParts: readonly (string | boolean)[]
  readonly columns: readonly DataColumn[]
  readonly values: readonly unknown[]
  readonly id: string
  readonly compile: () => WritePlan
}

function cachedPlan(
  rowRequest: RowRequest,
  { keyParts, columns, values, id, compile }: CachedPlanInput,
): WritePlan {
  const { environment, table, policy, query } = rowRequest
  const names = columns.map(({ name }) => name)
  const links = linksKey(rowRequest)
  if (links === undefined) return compile()
  const seen = [policy.viewer.seesHidden, links, query.$columns]
  const key = statementKey([...keyParts, table.name, ...seen, ...names])
  let made: WritePlan | undefined
  const cached = environment.statements.getOrCompile(key, () => {
    made = compile()
    return toCacheable(made, values)
  })
  return cached ? fillIn(cached, values, id) : (made ?? compile())
}

export function createPlan(rowRequest: RowRequest, creation: Create): WritePlan {
  const { model } = rowRequest.environment
  const compile = () => compileCreate(model, creation)
  const columns = cacheableColumns(rowRequest, creation)
  if (!columns) return compile()
  const { row, now } = creation
  const moment = model.dialect.encode('date', now)
  const values = [row.id, moment, moment, ...valuesOf(rowRequest, columns, row)]
  return cachedPlan(rowRequest, { keyParts: ['create'], columns, values, id: row.id, compile })
}

export function updatePlan(rowRequest: RowRequest, change: Update): WritePlan {
  const { model } = rowRequest.environment
  const compile = () => compileUpdate(model, change)
  const columns = cacheableColumns(rowRequest, change)
  if (!columns || change.ifPasswordHash !== undefined) return compile()
  const { row, now, ifUpdatedOn } = change
  const { dialect } = model
  const version = ifUpdatedOn === undefined ? [] : [dialect.encode('date', ifUpdatedOn)]
  const sent = valuesOf(rowRequest, columns, row)
  const values = [dialect.encode('date', now), ...sent, row.id, ...version]
  const keyParts = ['update', version.length > 0]
  return cachedPlan(rowRequest, { keyParts, columns, values, id: row.id, compile })
}
