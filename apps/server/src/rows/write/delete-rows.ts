import { deleteRows as endpoint, type RowToDelete } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { invalid, notFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { markFilesForRecheck } from '../file-store/file-claims.ts'
import { withTable } from '../request/row-request.ts'
import { compileDelete } from '../statements/write/compile-delete.ts'
import { forgetUsers } from './end-user-sessions.ts'
import { INVALID_VERSION, readRowVersion, versionChecks } from './row-version.ts'
import { tryWrite } from './run-write.ts'
import { throwIfStale } from './throw-if-stale.ts'
import { toWriteError } from './to-write-error.ts'

/** The ids to delete, and the versions that the caller based the delete on. */
function readNamed(body: readonly RowToDelete[]) {
  const ids: string[] = []
  const versions = new Map<string, number>()
  for (const [at, one] of body.entries()) {
    const { id: named, updatedOn } = typeof one === 'string' ? { id: one } : one
    const id = asId(named)
    if (id === null) throw notFound()
    const moment = readRowVersion(updatedOn)
    if (moment === null) throw invalid([{ path: `${at}.updatedOn`, message: INVALID_VERSION }])
    ids.push(id)
    if (moment !== undefined) versions.set(id, moment)
  }
  return { ids, versions }
}

export const deleteRows = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'delete' }, async (rowRequest) => {
    const { environment, table, policy } = rowRequest
    const { ids, versions } = readNamed(call.body)
    const rule = policy.rule(table, 'delete')
    if (rule === false) throw notFound()
    if (ids.length === 0) return {}
    await markFilesForRecheck(rowRequest, ids)
    const plan = compileDelete(environment.model, { table, ids, rule })
    const checks = versionChecks(rowRequest, versions)
    const written = await tryWrite(rowRequest, {
      plan: { ...plan, checks },
      shape: 'nothing',
      action: 'deleted',
      ids,
    })
    if (!written.ok) {
      if (written.failing.reason === 'moved') await throwIfStale(rowRequest, versions, () => null)
      throw toWriteError(rowRequest, written)
    }
    await forgetUsers(context, rowRequest, ids)
    call.request.trace.rows = ids.length
    return {}
  }),
)
