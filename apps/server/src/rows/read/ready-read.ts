import { randomUUID } from 'node:crypto'
import type { Operation } from '@plinth/contract'
import { tableNamed } from '../../databases/sql/data-model.ts'
import { type Statement, withName } from '../../databases/sql/render.ts'
import { statementKey } from '../environments/statement-cache.ts'
import type { RowRequest } from '../request/row-request.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { viewOf } from './read-selection.ts'

/** Placeholder for the row id in cached statements; no row has it. */
const ID_PLACEHOLDER = randomUUID()

/** Whether the response has only the table's own columns, so that other tables' rules matter for linked ids only. */
export function isPlainView({ query }: RowRequest): boolean {
  return query.$withRelation === undefined && !query.$columns?.includes('.')
}

/** The statement that reads one row as the caller may see it; undefined if the rule hides all rows. */
export function rowStatement(rowRequest: RowRequest, id: string): Statement | undefined {
  const { environment, table, query } = rowRequest
  const callerKey = isPlainView(rowRequest) ? readCacheKey(rowRequest, 'view') : undefined
  if (callerKey === undefined || callerKey === 'false') return compileRow(rowRequest, id)
  const key = statementKey(['one', table.name, callerKey, query.$columns])
  const plan = environment.statements.getOrCompile(key, () => {
    const compiled = compileRow(rowRequest, ID_PLACEHOLDER)
    return (
      compiled && { statement: withName(compiled), at: compiled.values.indexOf(ID_PLACEHOLDER) }
    )
  })
  return plan && { ...plan.statement, values: plan.statement.values.with(plan.at, id) }
}

function compileRow(rowRequest: RowRequest, id: string): Statement | undefined {
  const { environment, table, policy } = rowRequest
  const view = viewOf(rowRequest)
  const rule = policy.rule(table, 'view')
  if (rule === false) return undefined
  return compileOne(environment.model, { table, id, rule, view, viewer: policy.viewer })
}

/**
 * Cache key of everything about the caller that the columns of a row depend on: the view rules of the linked tables
 * whose ids it shows. Undefined if a rule cannot be cached.
 */
export function linkCacheKey({
  environment,
  table,
  policy,
  query,
}: RowRequest): string | undefined {
  if (policy.isStaff) return ''
  let callerKey = ''
  for (const { name, relation, definition } of table.columns.values()) {
    if (!relation || definition?.options.isHidden) continue
    // A substring match at worst adds a rule that is not needed, which only makes the key more specific.
    if (query.$columns !== undefined && !query.$columns.includes(name)) continue
    const key = policy.cacheKey(tableNamed(environment.model, relation.target), 'view')
    if (key === undefined) return undefined
    callerKey += `${key.length}:${key}`
  }
  return callerKey
}

/** Cache key of everything about the caller that a plain read depends on: the table's rule and linked ids. */
export function readCacheKey(rowRequest: RowRequest, operation: Operation): string | undefined {
  const own = rowRequest.policy.cacheKey(rowRequest.table, operation)
  if (own === undefined || own === 'false') return own
  const links = linkCacheKey(rowRequest)
  return links === undefined ? undefined : `${own} ${links}`
}
