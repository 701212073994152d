import { createRow as endpoint } from '@plinth/contract'
import type { Data } from '@plinth/expression'
import { JsonText, type RequestInfo } from '../../foundation/http/calls/call.ts'
import { route } from '../../foundation/http/calls/route.ts'
import { ApiError } from '../../foundation/http/errors/api-error.ts'
import type { RowsContext } from '../context.ts'
import { releaseFileClaims } from '../file-store/file-claims.ts'
import { rawQueryIn, runRawQuery } from '../read/raw-query.ts'
import { viewOf } from '../read/read-selection.ts'
import { callingAddress } from '../request/calling-address.ts'
import { type RowRequest, withTable } from '../request/row-request.ts'
import { DatabaseFault } from '../runners/database-fault.ts'
import { newRowId } from './new-row-id.ts'
import { prepareRows } from './prepare-rows.ts'
import { findRepeatedAnswer, linkChecks, tryWrite } from './run-write.ts'
import { toWriteError } from './to-write-error.ts'
import { createPlan } from './write-plans.ts'

/** A body of exactly `{query}` is a raw query for staff, and a row for other callers (R12). */
export const createRow = route(endpoint, async (call, context: RowsContext) => {
  if (call.caller.kind === 'staff' && typeof call.body.query === 'string') {
    const found = await withTable({ call, context, operation: 'list' }, async (rowRequest) => {
      const query = rawQueryIn(call.body, rowRequest.table)
      return query === undefined ? undefined : runRawQuery(rowRequest, query)
    })
    if (found) {
      const { rows, isTruncated } = found
      call.request.trace.rows = rows.length
      call.request.trace.isQuery = true
      return { data: rows, ...(isTruncated && { truncated: true as const }) }
    }
  }
  const status = call.query.$version === 'v2' ? 201 : undefined
  return await withTable({ call, context, operation: 'create' }, async (rowRequest) => {
    const { kind } = call.caller
    if (kind === 'guest' || kind === 'user') await countNewAccount(rowRequest, call.request)
    return new JsonText(await createOne(rowRequest, call.body), status)
  })
})

/** A new row of an Auth table is a new account, so it counts as a sign-up; throws 429 if the network has too many. */
async function countNewAccount(rowRequest: RowRequest, request: RequestInfo): Promise<void> {
  const { table, environment, context } = rowRequest
  if (table.definition.type !== 'Auth') return
  const address = await callingAddress(rowRequest, request)
  await context.signInLimit.signUp({ ...address, email: '', within: environment.id })
}

const denied = () => new ApiError('forbidden', 'The create rule of this table does not allow this.')

/** Whether a failed write certainly changed nothing; after a time-out it may have committed. */
function changedNothing(error: unknown): boolean {
  return error instanceof DatabaseFault && error.fault.kind !== 'timeout'
}

/** Creates a row if the create rule allows it, and returns it as the `{data}` response. */
export async function createOne(
  rowRequest: RowRequest,
  body: Data,
  id = newRowId(rowRequest.now),
): Promise<string> {
  const { table, policy, now, context } = rowRequest
  const view = viewOf(rowRequest)
  const rule = policy.rule(table, 'create', { body })
  if (rule === false) throw denied()
  const rows = await prepareRows(rowRequest, [{ id, body, isNew: true }]).catch(
    async (error: unknown) => {
      // A repeated request may name files that the first one's row has claimed already.
      const answered = await findRepeatedAnswer(rowRequest)
      if (answered === undefined) throw error
      return answered
    },
  )
  if (typeof rows === 'string') return rows
  const [row] = rows
  if (!row) throw new Error('rows: prepared row is missing')
  const maxBytes = context.env.maxAnswerBytes
  const creation = { table, row, now, rule, view, viewer: policy.viewer, maxBytes }
  const plan = createPlan(rowRequest, {
    ...creation,
    ...(policy.linkRule && { linkRule: policy.linkRule }),
  })
  const written = await tryWrite(rowRequest, {
    plan: { ...plan, checks: linkChecks(rowRequest, rows) },
    shape: 'one',
    action: 'created',
    ids: [row.id],
    rows,
  }).catch(async (error) => {
    if (changedNothing(error)) await releaseFileClaims(rowRequest, row.id)
    throw error
  })
  if (written.ok) return written.text
  await releaseFileClaims(rowRequest, row.id)
  throw written.failing.reason === 'denied' ? denied() : toWriteError(rowRequest, written)
}
