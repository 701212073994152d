import { withName } from '../../databases/sql/render.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { statementKey } from '../environments/statement-cache.ts'
import type { RowRequest } from '../request/row-request.ts'
import type { Row } from '../runners/row-runner.ts'
import {
  dependsOnlyOnCaller,
  isOwnColumn,
  readsOnlyOwnColumns,
} from '../statements/expression/request-needs.ts'
import {
  compileCount,
  compileWholePage,
  type Page,
  type PageResult,
} from '../statements/select/compile-select.ts'
import { encodeCursor } from '../statements/select/cursor.ts'
import { readFilter, readSort, viewOf } from './read-selection.ts'
import { isPlainView, readCacheKey } from './ready-read.ts'

/** Keeps offsets within the range of database integers. */
const MAX_OFFSET = 1e12

/** The page that a request selects. */
export function pageOf(rowRequest: RowRequest): Page {
  const { table, policy, query } = rowRequest
  const isLong = query.$version === 'v2'
  return {
    table,
    rule: policy.rule(table, 'list'),
    filter: readFilter(rowRequest),
    sort: readSort(rowRequest),
    view: viewOf(rowRequest),
    viewer: policy.viewer,
    limit: query.$limit,
    offset: Math.min((query.$page - 1) * query.$limit, MAX_OFFSET),
    wantsCursor: isLong,
    wantsTotal: isLong && query.$count === 'true',
    ...(query.$cursor !== undefined && { cursor: query.$cursor }),
    ...(policy.listRule && { listRule: policy.listRule, viewRule: policy.viewer.viewRule }),
  }
}

/** The statement for a page, cached if it depends only on the query and the caller's cache key. */
function pageStatement(rowRequest: RowRequest): PageResult | undefined {
  const { environment, table, query } = rowRequest
  const callerKey = isPlainView(rowRequest) ? readCacheKey(rowRequest, 'list') : undefined
  if (callerKey === undefined || callerKey === 'false' || query.$cursor !== undefined)
    return compilePage(rowRequest)
  const { $filter, $sort, $columns, $limit, $page, $version, $count } = query
  const parameters = [$filter, $sort, $columns, $limit, $page, $version, $count]
  const key = statementKey(['page', table.name, callerKey, ...parameters])
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

/** A page of rows as the JSON response. One statement, plus one to count the rows for a page past the end. */
export async function readPage(rowRequest: RowRequest): Promise<string> {
  const compiled = pageStatement(rowRequest)
  if (compiled?.ok === false) throw new ApiError('bad_request', `$cursor: ${compiled.message}`)
  const { $limit: limit, $version: version, $count } = rowRequest.query
  const [found] = compiled
    ? await rowRequest.runner.read(rowRequest.environment, compiled.statement)
    : []
  const count = Number(found?.count ?? 0)
  if (rowRequest.trace) rowRequest.trace.rows = Math.min(count, limit)
  const data = `"data":[${found?.answers ?? ''}]`
  if (version === 'v1') return `{${data}}`
  const hasMore = count > limit
  const cursor =
    compiled && hasMore ? encodeCursor(compiled.signature, String(found?.keys)) : undefined
  const more = {
    page: rowRequest.query.$page,
    limit,
    ...($count === 'true' && { total: found ? await totalOf(rowRequest, found) : 0 }),
    hasMore,
    cursor: cursor ?? null,
  }
  return `{${data},${JSON.stringify(more).slice(1)}`
}

async function totalOf(rowRequest: RowRequest, { count, total }: Row): Promise<number> {
  if (Number(count) > 0) return Number(total)
  const page = pageOf(rowRequest)
  if (!page.offset && page.cursor === undefined) return 0
  const [counted] = await rowRequest.runner.read(
    rowRequest.environment,
    compileCount(rowRequest.environment.model, page),
  )
  return Number(counted?.total ?? 0)
}
