import { randomUUID } from 'node:crypto'
import { getRow as endpoint } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { type Statement, withName } from '../../databases/sql/render.ts'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { callerKey, statementKey } from '../environments/statement-cache.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import { rowTooLarge } from '../request/too-large.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { isWithinBytes } from '../statements/select/is-within-bytes.ts'
import { readNamedUser, readUnrestrictedRow } from './explain-row.ts'
import { explainRules } from './explain-rule.ts'
import { viewOf } from './read-selection.ts'

/** Stands in for an invalid id, so that other errors of the request are still reported. */
const NO_ROW = '00000000-0000-0000-0000-000000000000'

/** Reads `X-Explain-User: table/id`; null (a guest) without it. */
function namedIn(header: string | string[] | undefined): { table: string; id: string } | null {
  if (typeof header !== 'string') return null
  const [table = '', id = ''] = header.split('/')
  return { table, id }
}

/** Answers 404 for a row that the caller may not view, as for one that does not exist. */
export const getRow = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'view' }, async (rowRequest) => {
    const { environment, policy, runner } = rowRequest
    const id = asId(call.params.id)
    const statement = rowStatement(rowRequest, id ?? NO_ROW)
    if (id === null || !statement) throw notFound()
    const [row] = await runner.read(environment, statement)
    if (!row) throw notFound()
    const { maxAnswerBytes } = context.env
    if (!isWithinBytes(row.answer, maxAnswerBytes)) throw rowTooLarge(maxAnswerBytes, id)
    const { headers } = call.request
    if (!policy.isStaff || headers['x-explain'] !== '1')
      return new JsonText(`{"data":${row.answer}}`)
    const auth = await readNamedUser(rowRequest, namedIn(headers['x-explain-user']))
    const explain = await explainRules(rowRequest, {
      auth,
      row: await readUnrestrictedRow(rowRequest, id),
    })
    return new JsonText(`{"data":${row.answer},"explain":${JSON.stringify(explain)}}`)
  }),
)

/** Placeholder for the row id in cached statements; no row has it. */
const ID_PLACEHOLDER = randomUUID()

/** The statement that reads one row as the caller may see it; undefined if the rule hides all rows. */
function rowStatement(rowRequest: RowRequest, id: string): Statement | undefined {
  const { environment, table, query } = rowRequest
  const caller = callerKey(rowRequest, 'view')
  if (caller === undefined || caller === 'false') return compileRow(rowRequest, id)
  const key = statementKey(['one', table.name, caller, query.$columns])
  const plan = environment.statements.getOrCompile(key, () => {
    const compiled = compileRow(rowRequest, ID_PLACEHOLDER)
    return (
      compiled && { statement: withName(compiled), at: compiled.values.indexOf(ID_PLACEHOLDER) }
    )
  })
  return plan && { ...plan.statement, values: plan.statement.values.with(plan.at, id) }
}

function compileRow(rowRequest: RowRequest, id: string): Statement | undefined {
  const { environment, table, policy } = rowRequest
  const view = viewOf(rowRequest)
  const rule = policy.rule(table, 'view')
  if (rule === false) return undefined
  const { maxAnswerBytes: maxBytes } = rowRequest.context.env
  return compileOne(environment.model, { table, id, rule, view, viewer: policy.viewer, maxBytes })
}
