import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Ask } from '../request/ask.ts'
import type { Row } from '../runners/row-runner.ts'
import { compileCount } from '../statements/select/compile-select.ts'
import { encodeCursor } from '../statements/select/cursor.ts'
import { pageOf } from './page-of.ts'
import { readyPage } from './ready-read.ts'

/** A page of rows as the text that is answered; one statement, unless a page past the end is counted. */
export async function readPage(ask: Ask): Promise<string> {
  const compiled = readyPage(ask)
  if (compiled?.ok === false) throw new Refusal('bad_request', `$cursor: ${compiled.message}`)
  const { $limit: limit, $version: version, $count } = ask.query
  const [found] = compiled ? await ask.runner.read(ask.environment, compiled.statement) : []
  const count = Number(found?.count ?? 0)
  if (ask.trace) ask.trace.rows = Math.min(count, limit)
  const data = `"data":[${found?.answers ?? ''}]`
  if (version === 'v1') return `{${data}}`
  const hasMore = count > limit
  const cursor =
    compiled && hasMore ? encodeCursor(compiled.signature, String(found?.keys)) : undefined
  const more = {
    page: ask.query.$page,
    limit,
    ...($count === 'true' && { total: found ? await totalOf(ask, found) : 0 }),
    hasMore,
    cursor: cursor ?? null,
  }
  return `{${data},${JSON.stringify(more).slice(1)}`
}

async function totalOf(ask: Ask, { count, total }: Row): Promise<number> {
  if (Number(count) > 0) return Number(total)
  const page = pageOf(ask)
  if (!page.offset && page.cursor === undefined) return 0
  const [counted] = await ask.runner.read(
    ask.environment,
    compileCount(ask.environment.model, page),
  )
  return Number(counted?.total ?? 0)
}
