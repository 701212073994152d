import { Refusal } from '../http/refusal.ts'
import type { Ask } from './ask.ts'
import { compileCount } from './compile/compile-select.ts'
import { encodeCursor } from './compile/cursor.ts'
import { pageOf } from './page-of.ts'
import { readyPage } from './ready-read.ts'
import type { Row } from './run/row-runner.ts'

/** A page of rows as the text that is answered; one statement, unless a page past the end is counted. */
export async function readPage(ask: Ask): Promise<string> {
  const compiled = readyPage(ask)
  if (compiled?.ok === false) throw new Refusal('bad_request', `$cursor: ${compiled.message}`)
  const { $limit: limit, $version: version, $count } = ask.query
  const found = compiled ? await ask.runner.read(ask.environment, compiled.statement) : []
  const rows = found.slice(0, limit)
  const data = `"data":[${rows.map(({ answer }) => answer).join(',')}]`
  if (version === 'v1') return `{${data}}`
  const hasMore = found.length > rows.length
  const keys = rows.at(-1)?.keys
  const cursor =
    compiled && hasMore && keys !== undefined
      ? encodeCursor(compiled.signature, String(keys))
      : undefined
  const more = {
    page: ask.query.$page,
    limit,
    ...($count === 'true' && { total: compiled ? await totalOf(ask, rows) : 0 }),
    hasMore,
    cursor: cursor ?? null,
  }
  return `{${data},${JSON.stringify(more).slice(1)}`
}

async function totalOf(ask: Ask, [row]: readonly Row[]): Promise<number> {
  if (row) return Number(row.total)
  const page = pageOf(ask)
  if (!page.offset && page.cursor === undefined) return 0
  const [counted] = await ask.runner.read(
    ask.environment,
    compileCount(ask.environment.model, page),
  )
  return Number(counted?.total ?? 0)
}
