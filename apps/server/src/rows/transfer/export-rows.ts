import { exportRows as endpoint, MAX_ROWS, RowQuery } from '@plinth/contract'
import { FileStream } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { pageOf } from '../read/page-of.ts'
import { type Ask, withTable } from '../request/ask.ts'
import type { Row } from '../runners/row-runner.ts'
import { compilePage } from '../statements/select/compile-select.ts'
import { encodeCursor } from '../statements/select/cursor.ts'
import { csvLine, csvNames } from './csv-line.ts'

/** Rows in pages of one statement each, so that no reader holds a database for long. */
async function* pagesOf(ask: Ask): AsyncGenerator<readonly Row[]> {
  const first = { ...pageOf(ask), limit: MAX_ROWS, wantsCursor: true, wantsTotal: false }
  let place: { cursor?: string; offset?: number } = { offset: 0 }
  for (let read = 0; ; ) {
    const compiled = compilePage(ask.environment.model, { ...first, ...place })
    if (!compiled.ok) throw new Refusal('bad_request', compiled.message)
    const found = await ask.runner.read(ask.environment, compiled.statement)
    const rows = found.slice(0, MAX_ROWS)
    if (ask.trace) ask.trace.rows = read + rows.length
    yield rows
    if (found.length <= MAX_ROWS) return
    read += rows.length
    const cursor = encodeCursor(compiled.signature, String(rows.at(-1)?.keys))
    // A key that is too long to be sent as a cursor is counted past instead.
    place = cursor === undefined ? { offset: read } : { cursor }
  }
}

async function* jsonOf(pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  let before = '['
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield before + rows.map(({ answer }) => answer).join(',\n')
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

async function* csvOf(
  names: readonly string[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  // The names go out with the first rows, so that a refusal of those is still one.
  let before = csvLine(names)
  for await (const rows of pages) {
    const lines = rows.map(({ answer }) => {
      const row = new Map(Object.entries(JSON.parse(String(answer))))
      return csvLine(names.map((name) => row.get(name)))
    })
    yield before + lines.join('')
    before = ''
  }
}

/** Makes the first piece at once, so that a refusal is still one. */
async function begun(pieces: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  const first = await pieces.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pieces
  })()
}

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

export const exportRows = route(endpoint, (call, context: RowsContext) => {
  const { format, ...asked } = call.query
  const asking = { ...call, query: RowQuery.parse(asked) }
  return withTable({ call: asking, context, operation: 'list' }, async (ask) => {
    const pages = pagesOf(ask)
    const pieces = format === 'json' ? jsonOf(pages) : csvOf(csvNames(ask), pages)
    const name = `${ask.table.name}.${format}`
    return new FileStream({ name, type: TYPES[format], pieces: await begun(pieces) })
  })
})
