import type { Data } from '@plinth/expression'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { RowRequest } from '../request/row-request.ts'
import { answerTooLarge } from '../request/too-large.ts'
import { ANSWERED_ROW } from '../statements/select/row-object.ts'
import { compileMany } from '../statements/write/compile-bulk.ts'
import { updatedOnMs, type Versions } from './row-version.ts'

interface StaleRow {
  readonly id: string
  readonly updatedOn: unknown
  /** Null if the row was deleted. */
  readonly theirs: Data | null
  readonly yours: unknown
}

async function readSeenRows(
  rowRequest: RowRequest,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Data>> {
  const { context, environment, runner, table, policy } = rowRequest
  const many = {
    table,
    ids,
    view: ANSWERED_ROW,
    viewer: policy.viewer,
    rule: policy.rule(table, 'view'),
    maxBytes: context.env.maxAnswerBytes,
  }
  const found = await runner.read(environment, compileMany(environment.model, many))
  if (found.some(({ answer }) => answer === null)) throw answerTooLarge(many.maxBytes)
  const rows: Data[] = found.map(({ answer }) => readStoredObject(String(answer), 'row'))
  return new Map(rows.map((row) => [String(row.id), row]))
}

/**
 * Throws `stale` with both sides of each row that no longer has the expected version; returns if all have it. A hidden
 * row is reported like a missing one, so only staff learn which rows were deleted.
 */
export async function throwIfStale(
  rowRequest: RowRequest,
  versions: Versions,
  yours: (id: string) => unknown,
): Promise<void> {
  const seen = await readSeenRows(rowRequest, [...versions.keys()])
  const rows: StaleRow[] = []
  let isMissing = false
  for (const [id, moment] of versions) {
    const theirs = seen.get(id)
    if (theirs && updatedOnMs(theirs) === moment) continue
    if (theirs) rows.push({ id, updatedOn: theirs.updatedOn, theirs, yours: yours(id) })
    else if (rowRequest.policy.isStaff)
      rows.push({ id, updatedOn: null, theirs: null, yours: yours(id) })
    else isMissing = true
  }
  if (rows.length > 0)
    throw new ApiError('stale', 'Another user changed some of these rows first.', {
      details: { rows },
    })
  if (isMissing) throw notFound()
}
