import { explainRow as endpoint } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { asId } from '../../databases/sql/bind-values.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { notFound, Refusal } from '../../foundation/http/errors/refusal.ts'
import type { RowsContext } from '../context.ts'
import { type OpenTable, onTable } from '../request/on-table.ts'
import { readUser } from '../request/read-user.ts'
import { compileOne } from '../statements/select/compile-select.ts'
import { WHOLE_ROW } from '../statements/select/row-object.ts'
import { explainRules } from './explain-rule.ts'

/** The row as rules see it, whoever may. */
export async function readWhole(
  { environment, table, runner }: OpenTable,
  sentId: string,
): Promise<Data> {
  const id = asId(sentId)
  if (id === null) throw notFound()
  const one = { table, id, rule: true, view: WHOLE_ROW, viewer: { seesHidden: true } }
  const [row] = await runner.read(environment, compileOne(environment.model, one))
  if (!row) throw notFound()
  return JSON.parse(String(row.answer))
}

/** What rules know of an app user, by the name of its table. */
export async function readNamedUser(
  open: OpenTable,
  user: { table: string; id: string } | null,
): Promise<Data | null> {
  if (!user) return null
  const table = open.environment.model.tables.get(user.table)
  const userId = asId(user.id)
  const found =
    table && userId && (await readUser(open, { tableId: table.id, userId, isNeeded: true }))
  if (!found) throw new Refusal('not_found', 'This user was not found.')
  return found
}

/** For staff who ask why somebody can see a row, or cannot. */
export const explainRow = route(endpoint, ({ body, project }, context: RowsContext) => {
  const { environment, table, rowId, user } = body
  const key = { projectId: project.id, environment }
  return onTable({ context, key, table }, async (open) => {
    const auth = await readNamedUser(open, user)
    const row = rowId === null ? undefined : await readWhole(open, rowId)
    return { operations: await explainRules(open, { auth, row }) }
  })
})
