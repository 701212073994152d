import { listRows as endpoint } from '@plinth/contract'
import { type Checked, type Comparing, type RowPath, touchesRow } from '@plinth/expression'
import type { DataTable } from '../../databases/sql/data-model.ts'
import { withName } from '../../databases/sql/render.ts'
import { JsonText } from '../../foundation/http/calls/call.ts'
import type { RequestedFields } from '../../foundation/http/calls/request-trace.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { callerKey, statementKey } from '../environments/statement-cache.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import {
  dependsOnlyOnCaller,
  isOwnColumn,
  readsOnlyOwnColumns,
} from '../statements/expression/request-needs.ts'
import {
  compilePage as compileByRow,
  compileCount,
  compileWholePage,
  type Page,
  type PageResult,
} from '../statements/select/compile-select.ts'
import { encodeCursor } from '../statements/select/cursor.ts'
import { isWalk, NO_PAGE, type PageOfRows, readWithin } from './read-page.ts'
import { readFilter, readSort, viewOf } from './read-selection.ts'

/**
 * A page of rows, step by step: `withTable` finds the environment, opens the table and chooses the access policy;
 * `readPage` finds or compiles the statement, runs it and answers with the JSON that the database built. A rule that
 * hides every row results in an empty list, not an error.
 */
export const listRows = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'list' }, async (rowRequest) => {
    call.request.trace.asked = () => requestedFields(rowRequest)
    return new JsonText(await readPage(rowRequest))
  }),
)

/** The JSON response. One statement, plus one for a page of large rows and one to count the rows for a page past the end. */
export async function readPage(rowRequest: RowRequest): Promise<string> {
  const { query, trace } = rowRequest
  const compiled = pageStatement(rowRequest)
  if (compiled?.ok === false) throw new ApiError('bad_request', `$cursor: ${compiled.message}`)
  const { model } = rowRequest.environment
  const isWhole = !isWalk(query)
  const compileRows = () => compileByRow(model, { ...pageOf(rowRequest), isWhole })
  const found = compiled ? await readWithin(rowRequest, compiled, compileRows) : NO_PAGE
  if (trace) trace.rows = found.rows
  const data = `"data":[${found.answers}]`
  if (query.$version === 'v1') return `{${data}}`
  const { hasMore } = found
  const more = {
    page: query.$page,
    limit: query.$limit,
    ...(query.$count === 'true' && { total: compiled ? await totalOf(rowRequest, found) : 0 }),
    hasMore,
    cursor: (compiled && hasMore && encodeCursor(compiled.signature, found.keys)) || null,
  }
  return `{${data},${JSON.stringify(more).slice(1)}`
}

/** The statement for a page, cached if it depends only on the query and the caller's cache key. */
function pageStatement(rowRequest: RowRequest): PageResult | undefined {
  const { environment, table, query } = rowRequest
  const caller = callerKey(rowRequest, 'list')
  if (caller === undefined || caller === 'false' || query.$cursor) return compilePage(rowRequest)
  const { $filter, $sort, $columns, $limit, $page, $cursor, $version, $count } = query
  const parameters = [$filter, $sort, $columns, $limit, $page, $cursor, $version, $count]
  const key = statementKey(['page', table.name, caller, ...parameters])
  const cached = environment.statements.getOrCompile(key, () => {
    const made = isCacheable(rowRequest) ? compilePage(rowRequest) : undefined
    return made?.ok ? { ...made, statement: withName(made.statement) } : undefined
  })
  return cached ?? compilePage(rowRequest)
}

/** Undefined if no row can match. */
function compilePage(rowRequest: RowRequest): PageResult | undefined {
  const page = pageOf(rowRequest)
  const compiled = compileWholePage(rowRequest.environment.model, page)
  return compiled.ok && (page.rule === false || page.filter === false) ? undefined : compiled
}

/** Keeps offsets within the range of database integers. */
const MAX_OFFSET = 1e12

/** The page that a request selects: the rows that the list rule and the filter allow, sorted, from an offset or cursor. */
export function pageOf(rowRequest: RowRequest): Page {
  const { table, policy, query, context } = rowRequest
  const isLong = query.$version === 'v2'
  return {
    table,
    rule: policy.rule(table, 'list'),
    filter: readFilter(rowRequest),
    sort: readSort(rowRequest),
    view: viewOf(rowRequest),
    viewer: policy.viewer,
    limit: query.$limit,
    maxBytes: context.env.maxAnswerBytes,
    offset:
      query.$cursor === undefined ? Math.min((query.$page - 1) * query.$limit, MAX_OFFSET) : 0,
    wantsCursor: isLong,
    wantsTotal: isLong && query.$count === 'true',
    // An empty cursor begins at the first row.
    ...(query.$cursor && { cursor: query.$cursor }),
    ...(policy.listRule && { listRule: policy.listRule, viewRule: policy.viewer.viewRule }),
  }
}

/** Whether filter and sort are independent of time and of other tables' rules. */
function isCacheable({ environment, table, policy, query }: RowRequest): boolean {
  const { seesHidden } = policy.viewer
  const { rules } = environment
  const sort = rules.sort({ table, text: query.$sort ?? '', seesHidden })
  if (!sort.ok || !sort.keys.every(({ path }) => isOwnColumn(path))) return false
  if (query.$filter === undefined) return true
  const filter = rules.filter({ table, text: query.$filter, seesHidden })
  if (!filter.ok) return false
  return (
    !filter.checked || (dependsOnlyOnCaller(filter.checked) && readsOnlyOwnColumns(filter.checked))
  )
}

async function totalOf(rowRequest: RowRequest, { rows, total }: PageOfRows): Promise<number> {
  if (rows > 0) return total
  const page = pageOf(rowRequest)
  if (!page.offset && page.cursor === undefined) return 0
  const [counted] = await rowRequest.runner.read(
    rowRequest.environment,
    compileCount(rowRequest.environment.model, page),
  )
  return Number(counted?.total ?? 0)
}

const NO_FIELDS: RequestedFields = { equal: '', ranged: '', sorted: '', toEnd: false }

/** The columns a list filters and sorts by, for the request log. The texts are parsed already and come from the rule cache. */
function requestedFields(rowRequest: RowRequest): RequestedFields {
  const { environment, table, policy, query, trace } = rowRequest
  const { $filter, $sort, $limit } = query
  if ($filter === undefined && $sort === undefined) return NO_FIELDS
  const { seesHidden } = policy.viewer
  const found: Narrowed = { equal: new Set(), ranged: new Set() }
  const filter = environment.rules.filter({ table, text: $filter ?? '', seesHidden })
  if (filter.ok && filter.checked) narrow(table, filter.checked, found)
  const rule = policy.isStaff ? undefined : environment.rules.rule(table, 'list')
  if (rule?.ok && rule.rule.type === 'open') narrow(table, rule.rule.checked, found)
  const sort = $sort ? environment.rules.sort({ table, text: $sort, seesHidden }) : undefined
  const keys = sort?.ok ? sort.keys.filter(({ path }) => path.column.name !== 'id') : []
  const sorted = keys.map(({ path, isDescending }) => {
    // A sort key of another table is recorded as present, without its column.
    return `${isDescending ? '-' : ''}${ownColumn(table, path) ?? '?'}`
  })
  const hasTotal = query.$version === 'v2' && query.$count === 'true'
  return {
    equal: [...found.equal].join(','),
    ranged: [...found.ranged].join(','),
    sorted: sorted.join(','),
    toEnd: hasTotal || (trace?.rows ?? 0) < $limit,
  }
}

/** The id of the column if the path is a plain column of the table, which an index could cover. */
function ownColumn(table: DataTable, path: RowPath): string | undefined {
  const { start, hops, column, keys, modifier } = path
  if (start.key !== '' || hops.length > 0 || keys.length > 0 || modifier !== undefined)
    return undefined
  const own = table.columns.get(column.name)
  return own?.cell && own.form !== 'json' ? column.id : undefined
}

/** The column that is compared with a value known before rows are read. Comparisons with empty match two values (null and ''), so they do not count. */
function comparedColumn(table: DataTable, comparing: Comparing): string | undefined {
  const { left, targets, isNegated } = comparing
  if (isNegated || left.type !== 'path') return undefined
  const isPlain = targets.every(
    ({ operand, comparison }) => comparison !== 'empty' && !touchesRow(operand),
  )
  return isPlain ? ownColumn(table, left) : undefined
}

interface Narrowed {
  equal: Set<string>
  ranged: Set<string>
}

/** Collects the columns of conditions joined by AND; one index cannot serve alternatives. */
function narrow(table: DataTable, checked: Checked, found: Narrowed): void {
  if (checked.type === 'all') for (const item of checked.items) narrow(table, item, found)
  if (checked.type !== 'compare') return
  const id = comparedColumn(table, checked)
  if (id === undefined) return
  if (checked.family === 'equal' || checked.family === 'member') found.equal.add(id)
  if (checked.family === 'order') found.ranged.add(id)
}
