import { getRow as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { asId } from './compile/bind-values.ts'
import { compileOne } from './compile/compile-select.ts'
import { viewOf } from './read-selection.ts'

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
    return new JsonText(`{"data":${row.answer}}`)
  }),
)
