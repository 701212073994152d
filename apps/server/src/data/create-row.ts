import { createRow as endpoint } from '@plinth/contract'
import { JsonText } from '../http/call.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { compileCreate } from './compile/compile-create.ts'
import { newRowId } from './new-row-id.ts'
import { viewOf } from './read-selection.ts'
import { readSent } from './read-sent.ts'
import { linkChecks, refuseWrite, tryWrite } from './run-write.ts'

const denied = () => new Refusal('forbidden', 'The create rule of this table does not allow this.')

export const createRow = route(endpoint, (call, context) =>
  withTable({ call, context, operation: 'create', body: call.body }, async (ask) => {
    const { environment, table, judge, now } = ask
    const view = viewOf(ask)
    const rule = judge.rule(table, 'create', { body: call.body })
    if (rule === false) throw denied()
    const rows = await readSent(ask, [{ id: newRowId(now), body: call.body, isNew: true }])
    const [row] = rows
    if (!row) throw new Error('a sent row was lost')
    const creation = { table, row, now, rule, view, viewer: judge.viewer }
    const plan = compileCreate(environment.model, {
      ...creation,
      ...(judge.updateRule && { linkRule: judge.updateRule }),
    })
    const written = await tryWrite(ask, { ...plan, checks: linkChecks(ask, rows) })
    if (written.ok) return new JsonText(`{"data":${written.rows[0]?.answer}}`)
    throw written.failing.reason === 'denied' ? denied() : refuseWrite(ask, written)
  }),
)
