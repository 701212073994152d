import type { Ask } from '../request/ask.ts'
import type { Page } from '../statements/select/compile-select.ts'
import { readFilter, readSort, viewOf } from './read-selection.ts'

/** Nobody turns so many pages; it keeps the number within what databases count with. */
const FURTHEST = 1e12

/** The page that a call asks for. */
export function pageOf(ask: Ask): Page {
  const { table, judge, query } = ask
  const isLong = query.$version === 'v2'
  return {
    table,
    rule: judge.rule(table, 'list'),
    filter: readFilter(ask),
    sort: readSort(ask),
    view: viewOf(ask),
    viewer: judge.viewer,
    limit: query.$limit,
    offset: Math.min((query.$page - 1) * query.$limit, FURTHEST),
    wantsCursor: isLong,
    wantsTotal: isLong && query.$count === 'true',
    ...(query.$cursor !== undefined && { cursor: query.$cursor }),
    ...(judge.listRule && { listRule: judge.listRule, viewRule: judge.viewer.viewRule }),
  }
}
