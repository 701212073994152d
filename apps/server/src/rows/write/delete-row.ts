import { deleteRow as endpoint } from '@plinth/contract'
import { asId } from '../../databases/sql/bind-values.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { markFilesForRecheck } from '../file-store/file-claims.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import { compileDelete } from '../statements/write/compile-delete.ts'
import { compileUnchanged } from '../statements/write/compile-unchanged.ts'
import { forgetUsers } from './end-user-sessions.ts'
import { readIfMatch, staleError, updatedOnMs } from './row-version.ts'
import { tryWrite } from './run-write.ts'
import { toWriteError } from './to-write-error.ts'
import { readVisibleRow } from './update-row.ts'

export const deleteRow = route(endpoint, (call, context: RowsContext) =>
  withTable({ call, context, operation: 'delete' }, async (rowRequest) => {
    await deleteOne(rowRequest, { id: call.params.id, basedOn: readIfMatch(call.request) })
    return {}
  }),
)

/** Deletes a row if the delete rule allows it. */
export async function deleteOne(
  rowRequest: RowRequest,
  named: { id: string; basedOn: number | undefined },
): Promise<void> {
  const { environment, table, policy } = rowRequest
  const { basedOn } = named
  const id = asId(named.id)
  const rule = policy.rule(table, 'delete')
  if (id === null || rule === false) throw notFound()
  const rows = basedOn === undefined ? [] : [{ id, updatedOn: new Date(basedOn).toISOString() }]
  const checks = rows.length > 0 ? [compileUnchanged(environment.model, { table, rows })] : []
  const plan = compileDelete(environment.model, { table, ids: [id], rule })
  await markFilesForRecheck(rowRequest, [id])
  const written = await tryWrite(rowRequest, {
    plan: { ...plan, checks },
    shape: 'nothing',
    action: 'deleted',
    ids: [id],
  })
  if (written.ok) {
    await forgetUsers(rowRequest.context, rowRequest, [id])
    return
  }
  if (written.failing.reason !== 'moved') throw toWriteError(rowRequest, written)
  const theirs = await readVisibleRow(rowRequest, id)
  throw theirs && updatedOnMs(theirs) !== basedOn ? staleError(theirs, null) : notFound()
}
