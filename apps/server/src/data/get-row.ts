import { getRow as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { asId } from './compile/bind-values.ts'
import { compileOne } from './compile/compile-select.ts'
import { readNamedUser, readWhole } from './explain-row.ts'
import { explainRules } from './explain-rule.ts'
import { viewOf } from './read-selection.ts'

/** `X-Explain-User: table/id`; a guest when there is none. */
function namedIn(header: string | string[] | undefined): { table: string; id: string } | null {
  if (typeof header !== 'string') return null
  const [table = '', id = ''] = header.split('/')
  return { table, id }
}

/** A row that may not be seen is as one that is not there. */
export const getRow = route(endpoint, (call, context) =>
  withTable({ call, context, operation: 'view' }, async (ask) => {
    const { environment, table, judge, runner } = ask
    const view = viewOf(ask)
    const id = asId(call.params.id)
    const rule = judge.rule(table, 'view')
    if (id === null || rule === false) throw notFound()
    const one = { table, id, rule, view, viewer: judge.viewer }
    const [row] = await runner.read(environment, compileOne(environment.model, one))
    if (!row) throw notFound()
    const { headers } = call.request
    if (!judge.isStaff || headers['x-explain'] !== '1')
      return new JsonText(`{"data":${row.answer}}`)
    const auth = await readNamedUser(ask, namedIn(headers['x-explain-user']))
    const explain = await explainRules(ask, { auth, row: await readWhole(ask, id) })
    return new JsonText(`{"data":${row.answer},"explain":${JSON.stringify(explain)}}`)
  }),
)
