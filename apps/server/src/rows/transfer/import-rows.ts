import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { importRows as endpoint, MAX_IMPORTED_ROWS, RowQuery } from '@plinth/contract'
import { route } from '../../foundation/http/calls/route.ts'
import { Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { type Ask, withTable } from '../request/ask.ts'
import { ImportCheck } from './import-check.ts'
import { ImportSpool } from './import-spool.ts'
import { readLines } from './read-lines.ts'

const TOGETHER = 500

/** Checks every line and keeps what is to be written aside; nothing is written yet. */
async function readAll(ask: Ask, lines: Readable, spool: ImportSpool): Promise<ImportCheck> {
  const check = new ImportCheck(ask)
  for await (const { line, text } of readLines(lines)) {
    if (check.rows >= MAX_IMPORTED_ROWS)
      throw new Refusal('too_large', `An import has at most ${MAX_IMPORTED_ROWS} rows.`)
    check.add(line, text)
    if (check.waiting >= TOGETHER) await spool.add(await check.take())
  }
  await spool.add(await check.take())
  return check
}

/** Rows are read as they arrive and kept aside; only when all are good does one transaction write them. */
export const importRows = route(endpoint, async (call, context: RowsContext) => {
  const { dryRun, ...asked } = call.query
  const { lines } = call.request
  if (!lines)
    throw new Refusal('unsupported_type', 'The body must be application/x-ndjson in UTF-8.')
  const asking = { ...call, query: RowQuery.parse(asked) }
  const folder = await mkdtemp(join(tmpdir(), 'plinth-import-'))
  try {
    return await withTable({ call: asking, context, operation: 'create' }, async (ask) => {
      // What has been read of a body cannot be read again.
      if (lines.readableDidRead)
        throw new Refusal('conflict', 'The tables changed meanwhile. Try again.')
      const spool = new ImportSpool(ask, join(folder, 'rows'))
      const check = await readAll(ask, lines, spool)
      const { rows, refused, issues } = check
      const isDry = dryRun === 'true'
      if (refused > 0 && !isDry)
        throw new Refusal('invalid', `${refused} of ${rows} lines cannot be taken.`, {
          details: issues.map(({ line, path, message }) => ({ line, path, message })),
        })
      await spool.write({ isDry: isDry || refused > 0, rows })
      call.request.trace.rows = isDry ? 0 : rows
      return { rows, imported: isDry ? 0 : rows, refused, issues: [...issues] }
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
