import { MAX_LINKS } from '@plinth/contract'
import { ApiError, invalid, notFound } from '../../foundation/http/errors/api-error.ts'
import type { RowRequest } from '../request/row-request.ts'
import { answerTooLarge } from '../request/too-large.ts'
import type { Row, Written } from '../runners/row-runner.ts'
import type { Failing } from '../statements/write/write-plan.ts'

const NO_ROW = 'References a row that does not exist'
/** The grants of the key may hide the table; the developer of the program needs this hint. */
const NO_ROW_FOR_KEY = 'References a row that is not there, or not visible to this key'

/** The API error of a write that one of its steps rejected. */
export function toWriteError(
  rowRequest: RowRequest,
  failed: Extract<Written, { ok: false }>,
): ApiError {
  const { failing, rows } = failed
  const noRow = rowRequest.origin.writer.by === 'key' ? NO_ROW_FOR_KEY : NO_ROW
  switch (failing.reason) {
    case 'denied':
      return notFound()
    case 'link':
      return invalid([{ path: failing.path, message: noRow }])
    case 'missing':
      return invalid(
        [...new Set(rows.map(({ path }) => String(path)))].map((path) => ({
          path,
          message: noRow,
        })),
      )
    case 'cutList':
      return invalid([{ path: failing.path, message: cutListMessage(rows) }])
    case 'needed':
      return neededError(rowRequest, failing, rows)
    case 'moved':
      return new ApiError('conflict', 'Another user is changing these rows. Try again.')
    case 'tooLarge':
      return answerTooLarge(rowRequest.context.env.maxAnswerBytes)
    case 'otherRequest':
      return new ApiError('invalid', 'This Idempotency-Key was used for another request.')
    case 'underWay':
      return new ApiError('conflict', 'A request with this Idempotency-Key is still under way.')
  }
}

function cutListMessage([row]: readonly Row[]): string {
  return `Has ${row?.count} linked rows, and an answer shows ${MAX_LINKS} of them. Send all that stay, [] to unlink them all, or change the linked rows`
}

/** Rows that would lose a required relation; the error has their number, but does not name a hidden column. */
function neededError(
  { environment, policy }: RowRequest,
  { table, column }: Extract<Failing, { reason: 'needed' }>,
  [row]: readonly Row[],
): ApiError {
  const count = Number(row?.count ?? 0)
  const definition = environment.model.tables.get(table)?.columns.get(column)?.definition
  const isNamed = policy.isStaff || !definition?.options.isHidden
  const words = `${count} ${count === 1 ? 'row' : 'rows'}${isNamed ? ` of ${table}` : ''}`
  return new ApiError('conflict', `${words} would be left without a required relation.`, {
    details: { count, ...(isNamed && { table, column }) },
  })
}
