import { invalid, notFound, Refusal } from '../http/refusal.ts'
import type { Ask } from './ask.ts'
import { compileMissingLinks } from './compile/compile-missing-links.ts'
import type { Failing, SentRow, Step, WritePlan } from './compile/write-plan.ts'
import type { Row, Written } from './run/row-runner.ts'

/** What must hold of the ids that were sent before a row is tied to them. */
export function linkChecks(ask: Ask, rows: readonly SentRow[]): readonly Step[] {
  const { environment, table, judge } = ask
  const { viewRule } = judge.viewer
  const statement = compileMissingLinks(environment.model, {
    table,
    rows,
    ...(viewRule && { viewRule }),
  })
  return statement ? [{ statement, expects: 0, failing: { reason: 'missing' } }] : []
}

export function tryWrite({ runner, environment }: Ask, plan: WritePlan): Promise<Written> {
  return runner.write(environment, plan)
}

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
  }
}

const NO_ROW = 'Names a row that is not there'

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
