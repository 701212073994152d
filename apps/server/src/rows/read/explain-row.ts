import { explainRow as endpoint } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { asId } from '../../databases/sql/bind-values.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError, notFound } from '../../foundation/http/errors/api-error.ts'
import { readStoredObject } from '../../foundation/platform/stored-json.ts'
import type { RowsContext } from '../context.ts'
import { readAuthUser } from '../request/access-policy.ts'
import { type OpenTable, withOpenTable } from '../request/row-request.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { WHOLE_ROW } from '../statements/select/row-object.ts'
import { explainRules } from './explain-rule.ts'

/** The whole row as rules see it, regardless of access. Throws 404 if it does not exist. */
export async function readUnrestrictedRow(
  { environment, table, runner }: OpenTable,
  sentId: string,
): Promise<Data> {
  const id = asId(sentId)
  if (id === null) throw notFound()
  const one = { table, id, rule: true, view: WHOLE_ROW, viewer: { seesHidden: true } }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  if (!row) throw notFound()
  return readStoredObject(String(row.answer), 'row')
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
