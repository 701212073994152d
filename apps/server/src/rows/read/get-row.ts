import { getRow as endpoint } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { withTable } from '../request/row-request.ts'
import { readNamedUser, readUnrestrictedRow } from './explain-row.ts'
import { explainRules } from './explain-rule.ts'
import { rowStatement } from './ready-read.ts'

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
