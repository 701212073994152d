import type { RowRequest } from '../request/row-request.ts'
import { rowTooLarge, tooLarge } from '../request/too-large.ts'
import type { Row } from '../runners/row-runner.ts'
import type { PageResult } from '../statements/select/compile-select.ts'
import { encodeCursor } from '../statements/select/cursor.ts'

/** The rows of a page as they are answered. */
export interface PageOfRows {
  /** Their JSON texts between commas. */
  readonly answers: string
  readonly rows: number
  readonly hasMore: boolean
  /** The JSON list of the cursor's keys, if there are more rows and a cursor is wanted. */
  readonly keys: string
  /** Meaningful only if it was wanted and there are rows. */
  readonly total: number
}

export const NO_PAGE: PageOfRows = { answers: '', rows: 0, hasMore: false, keys: '', total: 0 }

/** Whether the caller reads page after page by cursor, so that a page may end early. */
export function isWalk({ $version, $cursor }: RowRequest['query']): boolean {
  return $version === 'v2' && $cursor !== undefined
}

type Compiled = Extract<PageResult, { ok: true }>

/**
 * Reads a page within the byte limit. One that exceeds it ends early if the caller goes on by `$cursor`, and is 413
 * otherwise, because the next `$page` would skip the rows that were left out.
 */
export async function readWithin(
  rowRequest: RowRequest,
  compiled: Compiled,
  compileByRow: () => PageResult,
): Promise<PageOfRows> {
  const { environment, runner, query } = rowRequest
  const { $limit: limit } = query
  const read = ({ statement }: Compiled) => runner.read(environment, statement)
  if (compiled.isByRow) return cutPage(rowRequest, compiled, await read(compiled))
  const [found] = await read(compiled)
  const count = Number(found?.count ?? 0)
  if (!found || count === 0) return NO_PAGE
  if (found.answers !== null) {
    const { answers, keys, total } = found
    return {
      answers: String(answers),
      rows: Math.min(count, limit),
      hasMore: count > limit,
      keys: String(keys),
      total: Number(total),
    }
  }
  const byRow = compileByRow()
  if (!byRow.ok) throw new Error('rows: page compiles only once')
  return cutPage(rowRequest, byRow, await read(byRow))
}

function cutPage(
  { context, query }: RowRequest,
  { signature }: Compiled,
  found: readonly Row[],
): PageOfRows {
  const { maxAnswerBytes } = context.env
  const [first] = found
  if (!first) return NO_PAGE
  if (first.answer === null) throw rowTooLarge(maxAnswerBytes, String(first.id))
  const fitting = found.slice(0, query.$limit).filter(({ answer }) => answer !== null)
  const last = fitting.at(-1)
  const isCut = fitting.length < Math.min(found.length, query.$limit)
  // Without a cursor that can be sent back, the rest could not be read.
  if (isCut && !(isWalk(query) && encodeCursor(signature, String(last?.keys))))
    throw tooLarge(maxAnswerBytes)
  return {
    answers: fitting.map(({ answer }) => answer).join(','),
    rows: fitting.length,
    hasMore: found.length > fitting.length,
    keys: String(last?.keys),
    total: Number(last?.total),
  }
}
