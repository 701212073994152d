import { exportRows as endpoint, MAX_ROWS, RowQuery } from '@plinth/contract'
import { FileStream } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { RowsContext } from '../context.ts'
import { pageOf } from '../read/list-rows.ts'
import { viewOf } from '../read/read-selection.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import { rowTooLarge } from '../request/too-large.ts'
import type { Row } from '../runners/row-runner.ts'
import { compilePage } from '../statements/select/compile-select.ts'
import { encodeCursor } from '../statements/select/cursor.ts'
import type { Viewer } from '../statements/select/row-object.ts'
import { csvLine, csvNames } from './csv-line.ts'

/** Reads page by page, one statement each and never more than the byte limit, while the client takes them. */
export async function* pagesOf(
  rowRequest: RowRequest,
  /** Who sees the rows, if not the caller whose filter chooses them. */
  viewer: Viewer = rowRequest.policy.viewer,
): AsyncGenerator<readonly Row[]> {
  // An import of the file must restore every link.
  const view = viewOf({ ...rowRequest, policy: { ...rowRequest.policy, viewer } }, 'whole')
  const asked = { ...pageOf(rowRequest), view, viewer }
  const first = { ...asked, limit: MAX_ROWS, wantsCursor: true, wantsTotal: false }
  let place: { cursor?: string; offset?: number } = { offset: 0 }
  const { context, environment } = rowRequest
  for (let read = 0; ; ) {
    // A slow client may keep the export going after the project is stopped.
    context.stoppedProjects.refuse(environment.projectId, 'read')
    const compiled = compilePage(environment.model, { ...first, ...place })
    if (!compiled.ok) throw new ApiError('bad_request', compiled.message)
    const found = await rowRequest.runner.read(environment, compiled.statement)
    const rows = found.slice(0, MAX_ROWS).filter(({ answer }) => answer !== null)
    const large = rows.length === 0 ? found[0] : undefined
    if (large) throw rowTooLarge(first.maxBytes, String(large.id))
    read += rows.length
    if (rowRequest.trace) rowRequest.trace.rows = read
    yield rows
    if (found.length === rows.length) return
    const cursor = encodeCursor(compiled.signature, String(rows.at(-1)?.keys))
    // Falls back to an offset if the key is too long for a cursor.
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
  // Column names are sent with the first rows, so that an error of the first page still sets the status.
  let before = csvLine(names)
  for await (const rows of pages) {
    const lines = rows.map(({ answer }) => {
      const row = new Map(Object.entries(readStoredObject(String(answer), 'row')))
      return csvLine(names.map((name) => row.get(name)))
    })
    yield before + lines.join('')
    before = ''
  }
}

/** Produces the first chunk before the response starts, so that an error still sets the status. */
export async function begun(pieces: AsyncGenerator<string>): Promise<AsyncIterable<string>> {
  const first = await pieces.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* pieces
  })()
}

const TYPES = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' }

export const exportRows = route(endpoint, (call, context: RowsContext) => {
  const { format, ...query } = call.query
  const rowCall = { ...call, query: RowQuery.parse(query) }
  return withTable({ call: rowCall, context, operation: 'list' }, async (rowRequest) => {
    const pages = pagesOf(rowRequest)
    const pieces = format === 'json' ? jsonOf(pages) : csvOf(csvNames(rowRequest), pages)
    const name = `${rowRequest.table.name}.${format}`
    return new FileStream({ name, type: TYPES[format], pieces: await begun(pieces) })
  })
})
