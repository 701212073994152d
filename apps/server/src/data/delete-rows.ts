import { deleteRows as endpoint } from '@plinth/contract'
import { loosenFiles } from '../file/loosen-files.ts'
import { notFound } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { withTable } from './ask.ts'
import { asId } from './compile/bind-values.ts'
import { compileDelete } from './compile/compile-delete.ts'
import { endAccounts } from './end-accounts.ts'
import { refuseWrite } from './refuse-write.ts'
import { tryWrite } from './run-write.ts'

export const deleteRows = route(endpoint, (call, context) =>
  withTable({ call, context, operation: 'delete' }, async (ask) => {
    const { environment, table, judge } = ask
    const ids = call.body.map(asId).filter((id) => id !== null)
    const rule = judge.rule(table, 'delete')
    if (ids.length < call.body.length || rule === false) throw notFound()
    if (ids.length === 0) return {}
    await loosenFiles(ask, ids)
    const plan = compileDelete(environment.model, { table, ids, rule })
    const written = await tryWrite(ask, { plan, shape: 'nothing', action: 'deleted', ids })
    if (!written.ok) throw refuseWrite(ask, written)
    await endAccounts(context, ask, ids)
    return {}
  }),
)
