import { invalid, notFound, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { Ask } from '../request/ask.ts'
import type { Row, Written } from '../runners/row-runner.ts'
import type { Failing } from '../statements/write/write-plan.ts'

const NO_ROW = 'Names a row that is not there'

/** The refusal of a write that a step ended. */
export function refuseWrite(ask: Ask, failed: Extract<Written, { ok: false }>): Refusal {
  const { failing, rows } = failed
  switch (failing.reason) {
    case 'denied':
      return notFound()
    case 'link':
      return invalid([{ path: failing.path, message: NO_ROW }])
    case 'missing':
      return invalid(
        [...new Set(rows.map(({ path }) => String(path)))].map((path) => ({
          path,
          message: NO_ROW,
        })),
      )
    case 'needed':
      return refuseNeeded(ask, failing, rows)
    case 'moved':
      return new Refusal('conflict', 'The rows are being changed by somebody else. Try again.')
    case 'otherRequest':
      return new Refusal('invalid', 'This Idempotency-Key was used for another request.')
    case 'underWay':
      return new Refusal('conflict', 'A request with this Idempotency-Key is still under way.')
  }
}

/** Rows that would be left without what they require; their number is told, hidden fields are not. */
function refuseNeeded(
  { environment, judge }: Ask,
  { table, column }: Extract<Failing, { reason: 'needed' }>,
  [row]: readonly Row[],
): Refusal {
  const count = Number(row?.count ?? 0)
  const definition = environment.model.tables.get(table)?.columns.get(column)?.definition
  const isTold = judge.isStaff || !definition?.options.isHidden
  const words = `${count} ${count === 1 ? 'row' : 'rows'}${isTold ? ` of ${table}` : ''}`
  return new Refusal('conflict', `${words} would be left without what is required.`, {
    details: { count, ...(isTold && { table, column }) },
  })
}
