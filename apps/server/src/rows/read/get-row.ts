import { getRow as endpoint } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { JsonText } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { withTable } from '../request/ask.ts'
import { readNamedUser, readWhole } from './explain-row.ts'
import { explainRules } from './explain-rule.ts'
import { readyOne } from './ready-read.ts'

/** No row has it; what else is wrong with a call is still told. */
const NO_ROW = '00000000-0000-0000-0000-000000000000'

/** `X-Explain-User: table/id`; a guest when there is none. */
function namedIn(header: string | string[] | undefined): { table: string; id: string } | null {
  if (typeof header !== 'string') return null
  const [table = '', id = ''] = header.split('/')
  return { table, id }
}

/** A row that may not be seen is as one that is not there. */
export const getRow = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'view' }, async (ask) => {
    const { environment, judge, runner } = ask
    const id = asId(call.params.id)
    const statement = readyOne(ask, id ?? NO_ROW)
    if (id === null || !statement) throw notFound()
    const [row] = await runner.read(environment, statement)
    if (!row) throw notFound()
    const { headers } = call.request
    if (!judge.isStaff || headers['x-explain'] !== '1')
      return new JsonText(`{"data":${row.answer}}`)
    const auth = await readNamedUser(ask, namedIn(headers['x-explain-user']))
    const explain = await explainRules(ask, { auth, row: await readWhole(ask, id) })
    return new JsonText(`{"data":${row.answer},"explain":${JSON.stringify(explain)}}`)
  }),
)
