import { Refusal } from '../http/refusal.ts'
import type { Ask } from './ask.ts'
import { compileCount, compilePage, type Page } from './compile/compile-select.ts'
import { encodeCursor } from './compile/cursor.ts'
import { readFilter, readSort, viewOf } from './read-selection.ts'
import type { Row } from './run/row-runner.ts'

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
    ...(judge.listRule && { listRule: judge.listRule }),
  }
}

/** A page of rows as the text that is answered; one statement, unless a page past the end is counted. */
export async function readPage(ask: Ask): Promise<string> {
  const page = pageOf(ask)
  const compiled = compilePage(ask.environment.model, page)
  if (!compiled.ok) throw new Refusal('bad_request', `$cursor: ${compiled.message}`)
  const isNone = page.rule === false || page.filter === false
  const found = isNone ? [] : await ask.runner.read(ask.environment, compiled.statement)
  const rows = found.slice(0, page.limit)
  const data = `"data":[${rows.map(({ answer }) => answer).join(',')}]`
  if (ask.query.$version === 'v1') return `{${data}}`
  const hasMore = found.length > rows.length
  const keys = rows.at(-1)?.keys
  const cursor =
    hasMore && keys !== undefined ? encodeCursor(compiled.signature, String(keys)) : undefined
  const more = {
    page: ask.query.$page,
    limit: page.limit,
    ...(page.wantsTotal && { total: isNone ? 0 : await totalOf(ask, page, rows) }),
    hasMore,
    cursor: cursor ?? null,
  }
  return `{${data},${JSON.stringify(more).slice(1)}`
}

async function totalOf(ask: Ask, page: Page, [row]: readonly Row[]): Promise<number> {
  if (row) return Number(row.total)
  if (!page.offset && page.cursor === undefined) return 0
  const [counted] = await ask.runner.read(
    ask.environment,
    compileCount(ask.environment.model, page),
  )
  return Number(counted?.total ?? 0)
}
