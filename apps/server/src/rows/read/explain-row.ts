import { explainRow as endpoint } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { asId } from '../../databases/sql/bind-values.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { readAuthUser } from '../request/access-policy.ts'
import { readRuledRow } from '../request/read-ruled-row.ts'
import { type OpenTable, withOpenTable } from '../request/row-request.ts'
import { ruledRowTooLarge } from '../request/too-large.ts'
import { explainRules } from './explain-rule.ts'

/** The whole row as rules see it, regardless of access. Throws 404 if it does not exist, and 413 for a large one. */
export async function readUnrestrictedRow(open: OpenTable, sentId: string): Promise<Data> {
  const id = asId(sentId)
  const row = id === null ? undefined : await readRuledRow(open, { table: open.table, id })
  if (!row) throw notFound()
  if (row === 'too large') throw ruledRowTooLarge(open.context.env.maxAnswerBytes, 'row')
  return row
}

/** The `auth` data of an app user named by table and id; throws 404 if there is none. */
export async function readNamedUser(
  open: OpenTable,
  user: { table: string; id: string } | null,
): Promise<Data | null> {
  if (!user) return null
  const table = open.environment.model.tables.get(user.table)
  const userId = asId(user.id)
  const found =
    table && userId && (await readAuthUser(open, { tableId: table.id, userId, isNeeded: true }))
  if (!found) throw new ApiError('not_found', 'This user was not found.')
  return found
}

/** Explains to staff why a user can or cannot access a row. */
export const explainRow = route(endpoint, ({ body, project }, context: RowsContext) => {
  const { environment, table, rowId, user } = body
  const key = { projectId: project.id, environment }
  return withOpenTable({ context, key, table }, async (open) => {
    const auth = await readNamedUser(open, user)
    const row = rowId === null ? undefined : await readUnrestrictedRow(open, rowId)
    return { operations: await explainRules(open, { auth, row }) }
  })
})
