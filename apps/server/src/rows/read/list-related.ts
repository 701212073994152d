import { listRelated as endpoint, RowQuery } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { tableNamed } from '../../databases/sql/data-model.ts'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import { rowTooLarge } from '../request/too-large.ts'
import {
  compileRelated,
  compileRelatedCount,
  decodePlace,
  encodePlace,
} from '../statements/select/compile-related.ts'
import { isShown } from '../statements/select/row-object.ts'
import { viewOf } from './read-selection.ts'

/**
 * A page of the rows that a relation of one row leads to, in the order of its column and limited by the view rules of
 * both tables. Goes on after the rows that the row itself shows with the cursor of its `$more`.
 */
export const listRelated = route(endpoint, (call, context: RowsContext) => {
  const { table, id, column } = call.params
  const rowCall = { ...call, params: { table }, query: RowQuery.parse(call.query) }
  const asked = { call: rowCall, context, operation: 'view', readsOthers: true } as const
  return withTable(asked, async (rowRequest) => {
    const known = asId(id)
    if (known === null) throw notFound()
    return new JsonText(await readRelated(rowRequest, { id: known, column }))
  })
})

/** The relation of the table; a hidden column is reported like one that does not exist. */
function relationOf({ table, policy }: RowRequest, name: string) {
  const column = table.columns.get(name)
  if (!column || !isShown(column, policy.viewer))
    throw new ApiError('not_found', `Column with name ${name} not found in table ${table.name}`)
  if (!column.relation)
    throw new ApiError('bad_request', `Column ${name} of table ${table.name} is not a relation`)
  return column.relation
}

async function readRelated(
  rowRequest: RowRequest,
  { id, column }: { id: string; column: string },
): Promise<string> {
  const { environment, table, policy, runner, query, context, trace } = rowRequest
  const { model } = environment
  const { target } = relationOf(rowRequest, column)
  const { viewer } = policy
  const view = viewOf({ ...rowRequest, table: tableNamed(model, target) })
  const after = query.$cursor ? decodePlace(query.$cursor) : undefined
  if (query.$cursor && !after)
    throw new ApiError('bad_request', '$cursor: The cursor does not belong to this relation')
  const rule = policy.rule(table, 'view')
  const { viewRule } = viewer
  const counting = compileRelatedCount(model, { table, id, column, rule, viewRule })
  const [counted] = await runner.read(environment, counting)
  if (!counted) throw notFound()
  const { $limit: limit } = query
  const { maxAnswerBytes: maxBytes } = context.env
  const page = { table, id, column, view, viewer, limit, maxBytes, after }
  const found = await runner.read(environment, compileRelated(model, page))
  const rows = found.slice(0, limit).filter(({ answer }) => answer !== null)
  const [first] = found
  if (first && rows.length === 0) throw rowTooLarge(maxBytes, String(first.id))
  if (trace) trace.rows = rows.length
  const last = rows.at(-1)
  const hasMore = found.length > rows.length
  const more = {
    limit,
    ...(query.$count === 'true' && { total: Number(counted.total) }),
    hasMore,
    cursor: hasMore && last ? encodePlace(last) : null,
  }
  return `{"data":[${rows.map(({ answer }) => answer).join(',')}],${JSON.stringify(more).slice(1)}`
}
