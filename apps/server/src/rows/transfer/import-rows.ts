import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { importRows as endpoint, MAX_IMPORTED_ROWS, RowQuery } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { requireFreeSpace } from '../request/require-free-space.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import { ImportCheck } from './import-check.ts'
import { ImportSpool } from './import-spool.ts'
import { readBodyLines } from './read-body-lines.ts'

const BATCH_ROWS = 500

/** Validates every line and spools the statements to disk; nothing is written to the database yet. */
async function readAll(
  rowRequest: RowRequest,
  lines: Readable,
  spool: ImportSpool,
): Promise<ImportCheck> {
  const check = new ImportCheck(rowRequest)
  for await (const { line, text } of readBodyLines(lines)) {
    if (check.rows >= MAX_IMPORTED_ROWS)
      throw new ApiError('too_large', `An import has at most ${MAX_IMPORTED_ROWS} rows.`)
    check.add(line, text)
    if (check.waiting >= BATCH_ROWS) await spool.add(await check.take())
  }
  await spool.add(await check.take())
  return check
}

/** Streams NDJSON into a spool file; one transaction writes it once all lines are valid. */
export const importRows = route(endpoint, async (call, context: RowsContext) => {
  const { dryRun, ...query } = call.query
  const { lines } = call.request
  if (!lines)
    throw new ApiError('unsupported_type', 'The body must be application/x-ndjson in UTF-8.')
  await requireFreeSpace(context.env)
  const rowCall = { ...call, query: RowQuery.parse(query) }
  const folder = await mkdtemp(join(tmpdir(), 'plinth-import-'))
  try {
    return await withTable({ call: rowCall, context, operation: 'create' }, async (rowRequest) => {
      // A retry after a schema change cannot read the body again.
      if (lines.readableDidRead)
        throw new ApiError('conflict', 'The tables have changed meanwhile. Try again.')
      const spool = new ImportSpool(rowRequest, join(folder, 'rows'))
      const check = await readAll(rowRequest, lines, spool)
      const { rows, refused, issues } = check
      const isDry = dryRun === 'true'
      if (refused > 0 && !isDry)
        throw new ApiError('invalid', `${refused} of ${rows} lines are invalid.`, {
          details: issues.map(({ line, path, message }) => ({ line, path, message })),
        })
      // The body may have arrived slowly, and the project was stopped meanwhile.
      context.stoppedProjects.refuse(rowRequest.environment.projectId, 'write')
      await spool.write({ isDry: isDry || refused > 0, rows })
      call.request.trace.rows = isDry ? 0 : rows
      return { rows, imported: isDry ? 0 : rows, refused, issues: [...issues] }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
