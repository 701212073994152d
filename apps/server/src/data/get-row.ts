import { getRow as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { asId } from './compile/bind-values.ts'
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
export const getRow = route(endpoint, (call, context) =>
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
