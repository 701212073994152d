import { RowQuery } from '@plinth/contract'
import { ApiError } from '../../../foundation/http/errors/api-error.ts'
import { markFilesForRecheck } from '../../file-store/file-claims.ts'
import { staffPolicy } from '../../request/access-policy.ts'
import type { OpenTable, WriteOrigin } from '../../request/row-request.ts'
import { compileDelete } from '../../statements/write/compile-delete.ts'
import { compileForgetting } from '../../statements/write/compile-erasure.ts'
import { internalTable } from '../../statements/write/internal-table.ts'
import { forgetUsers } from '../../write/end-user-sessions.ts'
import { tryWrite } from '../../write/run-write.ts'
import { toWriteError } from '../../write/to-write-error.ts'
import type { Erasure } from './plan-erasure.ts'

const CHANGED = 'Rows of this user have changed meanwhile. Read the plan again and repeat.'

/**
 * Deletes the rows of an erasure in one transaction, those that need others first. Their values leave the audit of rows,
 * and a new entry for each row has none.
 */
export async function deleteDoomed(
  open: OpenTable,
  { doomed }: Erasure,
  { origin, staffId }: { origin: WriteOrigin; staffId: string },
): Promise<void> {
  const { environment, now } = open
  const { model } = environment
  const entries = internalTable(environment.placement, '_plinth_audit')
  const by = { entries, staffId, requestId: origin.requestId, now }
  const tables = [...doomed].reverse().map(([table, ids]) => ({ table, ids: [...ids] }))
  for (const { table, ids } of tables) await markFilesForRecheck({ ...open, table }, ids)
  const request = { ...open, origin, query: RowQuery.parse({}), policy: staffPolicy() }
  const written = await tryWrite(request, {
    plan: {
      checks: tables.flatMap((each) => compileForgetting(model, { ...each, ...by })),
      steps: tables.flatMap((each) => compileDelete(model, { ...each, rule: true }).steps),
    },
    shape: 'nothing',
    action: 'deleted',
    ids: tables.flatMap(({ ids }) => ids),
  })
  if (!written.ok) {
    const { reason } = written.failing
    if (reason === 'denied' || reason === 'moved') throw new ApiError('conflict', CHANGED)
    throw toWriteError(request, written)
  }
  for (const { table, ids } of tables) await forgetUsers(open.context, { ...open, table }, ids)
}
