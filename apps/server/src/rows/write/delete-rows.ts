import { deleteRows as endpoint, type RowToDelete } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid, notFound } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { loosenFiles } from '../file-store/loosen-files.ts'
import { withTable } from '../request/ask.ts'
import { compileDelete } from '../statements/write/compile-delete.ts'
import { endAccounts } from './end-accounts.ts'
import { holdVersions } from './hold-versions.ts'
import { NO_VERSION, readVersion } from './read-version.ts'
import { refuseStaleRows } from './refuse-stale-rows.ts'
import { refuseWrite } from './refuse-write.ts'
import { tryWrite } from './run-write.ts'

/** Which rows are to go, and in which version they were seen. */
function readNamed(body: readonly RowToDelete[]) {
  const ids: string[] = []
  const versions = new Map<string, number>()
  for (const [at, one] of body.entries()) {
    const { id: named, updatedOn } = typeof one === 'string' ? { id: one } : one
    const id = asId(named)
    if (id === null) throw notFound()
    const moment = readVersion(updatedOn)
    if (moment === null) throw invalid([{ path: `${at}.updatedOn`, message: NO_VERSION }])
    ids.push(id)
    if (moment !== undefined) versions.set(id, moment)
  }
  return { ids, versions }
}

export const deleteRows = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'delete' }, async (ask) => {
    const { environment, table, judge } = ask
    const { ids, versions } = readNamed(call.body)
    const rule = judge.rule(table, 'delete')
    if (rule === false) throw notFound()
    if (ids.length === 0) return {}
    await loosenFiles(ask, ids)
    const plan = compileDelete(environment.model, { table, ids, rule })
    const checks = holdVersions(ask, versions)
    const written = await tryWrite(ask, {
      plan: { ...plan, checks },
      shape: 'nothing',
      action: 'deleted',
      ids,
    })
    if (!written.ok) {
      if (written.failing.reason === 'moved') await refuseStaleRows(ask, versions, () => null)
      throw refuseWrite(ask, written)
    }
    await endAccounts(context, ask, ids)
    call.request.trace.rows = ids.length
    return {}
  }),
)
