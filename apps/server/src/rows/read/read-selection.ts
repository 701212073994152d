import { type Failure, type Folded, fold, type SortKey } from '@plinth/expression'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import { readView } from '../statements/select/read-view.ts'
import type { ListForm, View } from '../statements/select/row-object.ts'

/** An error with message and position; columns count from 1. */
function toTextError(parameter: string, { issues }: Failure): ApiError {
  const [first] = issues
  const where = first ? `${first.message} (column ${first.from + 1})` : 'cannot be read'
  return new ApiError('bad_request', `${parameter}: ${where}`, {
    details: issues.map((issue) => ({ path: parameter, ...issue })),
  })
}

/** The caller's filter, partially evaluated: only conditions on rows are left. */
export function readFilter({ environment, table, policy, query, now }: RowRequest): Folded {
  if (query.$filter === undefined) return true
  const { seesHidden } = policy.viewer
  const read = environment.rules.filter({ table, text: query.$filter, seesHidden })
  if (!read.ok) throw toTextError('$filter', read)
  return read.checked ? fold(read.checked, { request: {}, now }) : true
}

export function readSort({ environment, table, policy, query }: RowRequest): readonly SortKey[] {
  const { seesHidden } = policy.viewer
  const read = environment.rules.sort({ table, text: query.$sort ?? '', seesHidden })
  if (!read.ok) throw toTextError('$sort', read)
  return read.keys
}

/** The form of lists in the answers of a request: version 2 is for apps, so that staff see the same in both. */
function listFormOf({ policy, query }: Pick<RowRequest, 'policy' | 'query'>): ListForm {
  return query.$version === 'v2' && !policy.isStaff ? 'asked' : 'short'
}

/** The columns and relations that the response contains. */
export function viewOf(
  rowRequest: RowRequest,
  lists: ListForm | 'whole' = listFormOf(rowRequest),
): View {
  const { environment, table, policy, query } = rowRequest
  const read = readView(environment.model, {
    table,
    viewer: policy.viewer,
    withRelation: query.$withRelation,
    columns: query.$columns,
    ...(lists !== 'whole' && { lists }),
  })
  if (!read.ok) throw new ApiError('bad_request', read.message)
  return read.view
}
