import type { Row } from '@plinth/contract'
import type { AppUser } from '../../foundation/callers/app-session-store.ts'
import type { RequestTrace } from '../../foundation/http/calls/request-trace.ts'
import { unauthenticated } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { withOpenTable } from '../request/row-request.ts'
import { forgetUsers } from '../write/end-user-sessions.ts'
import { readAccount } from './account.ts'

/** The row of the app user; if it no longer exists, ends their sessions and throws 401. */
export async function readMe(
  context: RowsContext,
  user: AppUser,
  trace: RequestTrace,
): Promise<Row> {
  const key = await context.environments.findById(user)
  const turn = key && context.requestShares.admit({ key, isStaff: false, trace })
  if (turn) await turn
  context.stoppedProjects.refuse(user.projectId, 'read')
  const live = key && (await context.environments.find(key))
  if (!key || !live || live === 'preparing') throw unauthenticated()
  const named = [...live.model.tables.values()].find(({ id }) => id === user.tableId)
  if (named?.definition.type !== 'Auth') throw unauthenticated()
  return withOpenTable({ context, key, table: named.name }, async (open) => {
    const row = await readAccount(open, user.userId)
    if (row) return row
    await forgetUsers(context, open, [user.userId])
    throw unauthenticated()
  })
}
